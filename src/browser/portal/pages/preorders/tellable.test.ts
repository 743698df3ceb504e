import { expect, test } from 'vitest';
import { tellable } from './tellable.ts';

type Event = Parameters<typeof tellable>[0][number];
const event = (kind: string, what: string, lines: number[] = []) =>
  ({ kind, what, lines, amount: null }) as unknown as Event;
const told = (...events: Event[]) => tellable(events).map(({ kind, what }) => `${kind} ${what}`);

test('what was sent is told once, by its parcel, and what went without one still is', () => {
  const [sent, parcel] = [event('line', 'fulfilled', [1, 2]), event('fulfilment', 'DHL', [1, 2])];
  expect(told(event('line', 'released', [1, 2]), sent, parcel)).toEqual(['line released', 'fulfilment DHL']);
  expect(told(sent, event('fulfilment', 'DHL', [1]))).toEqual(['line fulfilled', 'fulfilment DHL']);
});

test('a payment is told by the movement of its money', () => {
  const attempt = { ...event('attempt', 'test'), attempt_id: 'a' } as Event;
  const movement = { ...event('movement', 'capture'), amount: '5.00', attempt_id: 'a' } as Event;
  expect(told(attempt)).toEqual(['attempt test']);
  expect(told(attempt, movement)).toEqual(['movement capture']);
});
