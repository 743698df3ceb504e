import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import { readCheckout } from '../../src/core/checkouts/queries.ts';
import type { Deps } from '../../src/core/deps.ts';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { pay } from '../../src/core/payments/commands/pay.ts';
import { listPreorders } from '../../src/core/preorders/queries/list.ts';
import type { Store } from '../../src/core/stores/queries.ts';
import { testCardToken } from '../../src/protocol/wire/test-cards.ts';

/** Chance with a seed (mulberry32): the history is the same in every installation. */
export function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FIRST_NAMES = [
  'Ada',
  'Ingrid',
  'Jonas',
  'Mira',
  'Tomas',
  'Leonie',
  'Sofie',
  'Emil',
  'Greta',
  'Noah',
  'Elif',
  'Pau',
];
const LAST_NAMES = [
  'Lindqvist',
  'Berger',
  'Okafor',
  'Moreau',
  'Nowak',
  'Rossi',
  'Vermeer',
  'Yilmaz',
  'Hansen',
  'Kovács',
];
const PLACES = [
  { line1: 'Invalidenstraße 116', city: 'Berlin', postalCode: '10115', country: 'DE' },
  { line1: 'Schulterblatt 58', city: 'Hamburg', postalCode: '20357', country: 'DE' },
  { line1: 'Sendlinger Straße 8', city: 'München', postalCode: '80331', country: 'DE' },
] as const;

// Of the numbers for tests: one pays, the other pays while the shopper is there and fails when it is charged later.
const PAYS = '4242424242424242';
const FAILS_LATER = '4000000000006348';

type Purchase = { variantId: string; quantity: number; number: number; failsLater?: boolean };

/** Buys as a shopper does: Shipping, then Payment with a test card. */
export async function buy(
  deps: Deps,
  store: Store,
  { variantId, quantity, number, failsLater }: Purchase,
): Promise<void> {
  const pick = <Entry>(entries: readonly Entry[], step: number) => entries[(number * step) % entries.length] as Entry;
  const [firstName, lastName] = [pick(FIRST_NAMES, 5), pick(LAST_NAMES, 7)];
  const name = `${firstName}.${lastName}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '');
  const checkoutId = await makeCheckout(
    deps,
    {
      key: store.publicKey,
      variantId,
      quantity,
      email: `${name}${number}@mail.example`,
      address: { firstName, lastName, line2: '', region: '', phoneNumber: '', ...pick(PLACES, 1) },
      locale: number % 3 === 0 ? 'en' : 'de',
      lineItemProperties: null,
    },
    // Documentation addresses (RFC 5737), so that no limit of one address is met.
    { clientAddress: `198.51.100.${number % 250}`, idempotencyKey: `history-${number}` },
  );
  const checkout = await readCheckout(deps.db, { storeKey: store.publicKey, checkoutId });
  if (!checkout) throw new Error('a checkout of the history is gone');
  const settled = await pay(deps, {
    storeId: store.id,
    checkoutId,
    total: checkout.total,
    dueNow: checkout.dueNow,
    token: testCardToken(failsLater ? FAILS_LATER : PAYS),
    marketingConsent: false,
    idempotency: { key: `history-${number}`, bodyHash: `${number}` },
  });
  // The job does it as well, but perhaps when the clock of the history is further on.
  if (settled.kind !== 'completed') throw new Error(`a payment of the history is ${settled.kind}`);
  const [placed] = await listPreorders(deps.db, store.id, { email: checkout.email, limit: 1 });
  if (placed) await moveMoney(deps, store.id, placed.id);
}
