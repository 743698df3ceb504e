import { expect, test } from 'vitest';
import { createContext } from './state.ts';

const context = () => createContext({ send() {} } as unknown as Parameters<typeof createContext>[0]);

test('a move of the focus clears the announcement, so that the same text can be announced again', () => {
  const { set, show, state } = context();
  set({ announcement: 'Checking the code…' });
  set({ focus: { on: 'discountCode' } });
  expect(state().announcement).toBe('');
  set({ announcement: 'Reserving for you…' });
  set({ busy: null });
  expect(state().announcement).toBe('Reserving for you…');
  show('payment');
  expect(state().announcement).toBe('');
});

test('an announcement that is set with the move stays', () => {
  const { show, state } = context();
  show('processing', { announcement: 'This usually takes a few seconds.' });
  expect(state().announcement).toBe('This usually takes a few seconds.');
});
