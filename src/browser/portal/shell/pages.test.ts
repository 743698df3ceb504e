import { expect, test } from 'vitest';
import { ROLE_SCOPES } from '../../../domain/role.ts';
import type { Store } from '../requests/session.ts';
import { pagesOf } from './pages.ts';

test('the customers are shown to those who may see people', () => {
  const seen = (scopes: readonly string[]) =>
    pagesOf({ scopes, mode: 'live' } as Partial<Store> as Store).some(({ path }) => path === '/customers');
  expect([seen(ROLE_SCOPES.support), seen(ROLE_SCOPES['read-only'])]).toEqual([true, false]);
});
