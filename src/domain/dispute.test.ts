import { expect, test } from 'vitest';
import { type DisputeState, disputeWait, isOpen } from './dispute.ts';

const all = (goesOn: boolean, ...states: DisputeState[]) => states.map((state) => ({ state, goesOn }));

test.each<[DisputeState[], 'open' | 'lost' | null]>([
  [[], null],
  [['warning'], 'open'],
  [['needs_response'], 'open'],
  [['under_review'], 'open'],
  [['won'], null],
  [['closed'], null],
  [['lost'], 'lost'],
  [['won', 'under_review'], 'open'],
  [['lost', 'under_review'], 'lost'],
])('disputes that are %j hold a pre-order back as %s, unless a person decided that it goes on', (states, wait) => {
  expect(disputeWait(all(false, ...states))).toBe(wait);
  expect(disputeWait(all(true, ...states))).toBeNull();
});

test('a person’s decision about one dispute does not count for another', () => {
  expect(disputeWait([...all(true, 'lost', 'warning'), ...all(false, 'needs_response')])).toBe('open');
});

test('a dispute is open until the bank has decided', () => {
  const states: DisputeState[] = ['warning', 'needs_response', 'under_review', 'won', 'lost', 'closed'];
  expect(states.filter(isOpen)).toEqual(['warning', 'needs_response', 'under_review']);
});
