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
])('%j holds a pre-order back as %s, unless a person says otherwise', (states, wait) => {
  expect(disputeWait(all(false, ...states))).toBe(wait);
  expect(disputeWait(all(true, ...states))).toBeNull();
});

test('what a person said of one dispute says nothing of the next', () => {
  expect(disputeWait([...all(true, 'lost', 'warning'), ...all(false, 'needs_response')])).toBe('open');
});

test('it is open as long as the bank has not decided', () => {
  const states: DisputeState[] = ['warning', 'needs_response', 'under_review', 'won', 'lost', 'closed'];
  expect(states.filter(isOpen)).toEqual(['warning', 'needs_response', 'under_review']);
});
