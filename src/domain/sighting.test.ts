import { expect, test } from 'vitest';
import { type PlacementFacts, problemsOf, type SeenPlacement } from './sighting.ts';

const at = (minute: number) => new Date(Date.UTC(2031, 0, 1, 12, minute));
const seen = (kind: SeenPlacement['kind'], minute: number, origin = 'https://a.example'): SeenPlacement => ({
  origin,
  kind,
  product: '',
  firstSeenAt: at(0),
  lastSeenAt: at(minute),
});
const WELL: PlacementFacts = {
  mode: 'test',
  origins: [],
  shipping: [{ country: 'DE' }],
  tax: [],
  takesMoney: true,
  hasOpenWaitlist: true,
  seen: [seen('page', 30)],
  products: [],
};
const codes = (facts: Partial<PlacementFacts>) => problemsOf({ ...WELL, ...facts }).map(({ code }) => code);

test('a page that was seen in a store that sells has no problem', () => expect(codes({})).toEqual([]));

test('a wrong key is a problem only until the page is seen with the right one', () => {
  expect(codes({ seen: [seen('test_key', 40), seen('page', 34)] })).toEqual(['key_of_test_store']);
  expect(codes({ seen: [seen('test_key', 40), seen('page', 36)] })).toEqual([]);
  expect(codes({ seen: [seen('unknown_key', 40)] })).toEqual(['unknown_key']);
});

test('a script alone is a problem only without a placement for a day', () => {
  expect(codes({ seen: [seen('script', 59), seen('page', 0)] })).toEqual([]);
  expect(codes({ seen: [seen('script', 24 * 60 + 1), seen('page', 0)] })).toEqual(['script_without_placement']);
  expect(codes({ seen: [seen('script', 1)] })).toEqual(['script_without_placement']);
});

test('a catalogue with one product on offer is not told of the others', () => {
  const product = (onOffer: boolean, why: string | null = null) => ({
    origin: 'https://a.example',
    product: 'id:1',
    why,
    onOffer,
  });
  expect(codes({ products: [product(false), product(true)] })).toEqual([]);
  expect(codes({ products: [product(false)] })).toEqual(['no_open_waitlist']);
  expect(codes({ products: [product(false, 'Nothing has the id 1.'), product(true)] })).toEqual(['unknown_product']);
  expect(codes({ hasOpenWaitlist: false })).toEqual(['no_open_waitlist']);
});

test('a live store needs allowed pages and an account', () => {
  expect(codes({ mode: 'live' })).toEqual(['origin_not_allowed']);
  expect(codes({ mode: 'live', origins: ['https://a.example'], takesMoney: false })).toEqual(['no_payment_account']);
  expect(codes({ mode: 'test', takesMoney: false })).toEqual([]);
});

test('a store that taxes somewhere is told where it does not', () => {
  expect(codes({ tax: [{ country: 'DE' }] })).toEqual([]);
  expect(codes({ tax: [{ country: 'FR' }] })).toEqual(['no_tax_rate']);
});
