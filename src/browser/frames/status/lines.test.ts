import { expect, test } from 'vitest';
import type { StatusLine, StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { cancellable, chosenLines, groupLines } from './lines.ts';

const line = (id: string, changes: Partial<StatusLine> = {}): StatusLine => ({
  id,
  state: 'placed',
  since: '',
  title: 'Medium',
  image: null,
  sku: 'AUR-M',
  properties: [],
  ships: '10–15 June 2030',
  unitPrice: 12_900,
  total: 13_390,
  cancel: { refund: 13_390, release: 0, kept: 0 },
  swap: true,
  progress: [],
  ...changes,
});
const sent = { state: 'fulfilled', cancel: null } as const;
const preorder = (...lines: StatusLine[]) => ({ lines }) as StatusPreorder;

test('equal line items form one group, and groups are in the order of their first line item', () => {
  const groups = groupLines([line('a'), line('b', { title: 'Large' }), line('c'), line('d', sent)]);
  expect(groups.map(({ key, lines }) => [key, lines.length])).toEqual([
    ['a', 2],
    ['b', 1],
    ['d', 1],
  ]);
});

test('line items with different properties are in different groups', () => {
  const engraved = { properties: [{ name: 'Engraving', value: 'Ada' }] };
  expect(groupLines([line('a', engraved), line('b'), line('c', engraved)])).toHaveLength(2);
});

test('only line items that can be cancelled are chosen', () => {
  const given = preorder(line('a'), line('b'), line('c', sent), line('d', { title: 'Large', total: 1 }));
  expect(cancellable(given).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  expect(chosenLines(given, { a: 1, c: 1 })).toEqual({ lineItemIds: ['a'], refund: 13_390, release: 0, kept: 0 });
  expect(chosenLines(given, { a: 2, d: 1 }).lineItemIds).toEqual(['a', 'b', 'd']);
  expect(chosenLines(given, {})).toEqual({ lineItemIds: [], refund: 0, release: 0, kept: 0 });
});

test('the sum of refunds and the sum of released authorisations are separate', () => {
  const given = preorder(line('a'), line('b', { unitPrice: 1, cancel: { refund: 0, release: 500, kept: 0 } }));
  expect(chosenLines(given, { a: 1, b: 1 })).toMatchObject({ refund: 13_390, release: 500 });
});
