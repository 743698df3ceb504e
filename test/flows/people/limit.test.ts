import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { customerKeyOf } from '../../../src/core/checkouts/customer-key.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { endRetention } from '../../../src/core/people/commands/retain.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { checkoutRequest, createOffer, type Offer } from '../../support/core.ts';
import { createMarkedPerson, findMarks, type Somebody } from '../../support/footprint.ts';
import { useCore } from '../../support/use-core.ts';

// An erased person keeps their limit per customer while it matters. Without a limit, no key stays behind.

const { database, core } = await useCore();

/** Returns an offer and a person who bought a unit, received it and was erased. */
async function erasedBuyer(limitPerCustomer: number | null): Promise<[Offer, Somebody]> {
  const [offer, who] = [await createOffer(core, { allocation: 5, limitPerCustomer }), createMarkedPerson()];
  const { storeId } = offer;
  const { id } = await readPreorder(database.db, storeId, await buyFrom(core, offer, who.person));
  const target = { storeId, preorderId: id, lineIds: null };
  await advanceLines(core, { ...target, to: 'released' });
  await advanceLines(core, { ...target, to: 'fulfilled' });
  await erase(core, { storeId, email: who.email }, { openToo: false });
  expect(await findMarks(database.db, [who.mark])).toEqual([]);
  return [offer, who];
}

const tryToBuy = (offer: Offer, who: Somebody) =>
  makeCheckout(core, checkoutRequest(offer, { ...who.person, quantity: 1 }), {
    clientAddress: '203.0.113.8',
    idempotencyKey: randomUUID(),
  });
const keyOf = (offer: Offer, who: Somebody) => customerKeyOf(offer.storeId, who.email);
const keysIn = (offer: Offer, who: Somebody) => findMarks(database.db, [keyOf(offer, who)]);

test('keeps the limit of an erased person until the waitlist closes', async () => {
  const [offer, who] = await erasedBuyer(1);
  expect(await keysIn(offer, who)).toEqual([`public.preorder_line: ${keyOf(offer, who)}`]);
  await expect(tryToBuy(offer, who)).rejects.toMatchObject({ code: 'limit_per_customer' });

  await endRetention(core);
  expect(await keysIn(offer, who)).toHaveLength(1);
  await changeWaitlistState(core, { storeId: offer.storeId, waitlistId: offer.waitlistId }, 'close');
  await endRetention(core);
  expect(await keysIn(offer, who)).toEqual([]);
  const done = 'SELECT finished_at IS NOT NULL AS done FROM erasure WHERE store_id = $1';
  expect(await database.db.query(done, [offer.storeId])).toEqual([{ done: true }]);
  await expectSoundBooks(database.db);
});

test('treats an erased person as new at once where there is no limit', async () => {
  const [offer, who] = await erasedBuyer(null);
  expect(await keysIn(offer, who)).toEqual([]);
  const checkoutId = await tryToBuy(offer, who);
  expect(await viewCheckout(core, checkoutId)).toMatchObject({ state: 'held', email: who.email });
  await erase(core, { storeId: offer.storeId, email: who.email }, { openToo: false });
  expect(await findMarks(database.db, [who.mark])).toEqual([]);
});

test('finishes an erasure although earlier ones wait for their waitlist to close', async () => {
  const erased = [await erasedBuyer(1), await erasedBuyer(1)];
  const [waits, closes] = erased.sort(([one], [other]) => (one.storeId < other.storeId ? -1 : 1));
  if (!waits || !closes) throw new Error('fewer than two were erased');
  const [{ storeId, waitlistId }] = closes;
  await changeWaitlistState(core, { storeId, waitlistId }, 'close');
  await endRetention(core, 1);
  expect(await keysIn(...closes)).toHaveLength(1);
  await endRetention(core, 1);
  expect(await keysIn(...closes)).toEqual([]);
  expect(await keysIn(...waits)).toHaveLength(1);
});
