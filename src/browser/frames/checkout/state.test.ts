import { expect, test } from 'vitest';
import { createContext } from './state.ts';

const context = () => createContext({ send() {} } as unknown as Parameters<typeof createContext>[0]);

test('what is announced ends where the reader is taken, so that the same is heard again', () => {
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

test('what is announced with it stays', () => {
  const { show, state } = context();
  show('processing', { announcement: 'This usually takes a few seconds.' });
  expect(state().announcement).toBe('This usually takes a few seconds.');
});
