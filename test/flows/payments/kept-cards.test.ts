import { expect, test } from 'vitest';
import { forgetCards } from '../../../src/core/payments/jobs.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { payByLink, preorderOf, type Sold, sell, sellAndRelease } from '../../support/charges.ts';
import { createOffer } from '../../support/core.ts';
import { cancelAll } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

/** Reads what we keep of a pre-order's cards and whether the provider still has them, the oldest first. */
async function cardsOf({ preorderId }: Sold): Promise<{ last4: string; ours: string; theirs: string }[]> {
  return database.db.query(
    `SELECT m.last4, CASE WHEN m.method_ref = '' THEN 'forgotten' ELSE 'kept' END AS ours,
            CASE WHEN t.forgotten_at IS NULL THEN 'kept' ELSE 'forgotten' END AS theirs
     FROM payment_method m
     JOIN attempt a ON a.store_id = m.store_id AND (a.preorder_id = m.preorder_id OR a.id = (
       SELECT attempt_id FROM preorder WHERE id = m.preorder_id)) AND a.intent <> 'pay' AND a.state = 'placed'
     JOIN test_provider.payment p ON p.ref = a.provider_ref
     JOIN test_provider.method t ON t.ref = p.method_ref AND right(t.card, 4) IN (m.last4, '')
     WHERE m.preorder_id = $1 ORDER BY m.created_at`,
    [preorderId],
  );
}

test('keeps a card while something may be charged to it, and makes the provider forget it once all is sent', async () => {
  const sold = await sell(core, {});
  await forgetCards(core);
  expect(await cardsOf(sold)).toEqual([{ last4: '4242', ours: 'kept', theirs: 'kept' }]);
  const shipped = await sellAndRelease(core, {});
  await advanceLines(core, {
    storeId: shipped.storeId,
    preorderId: shipped.preorderId,
    to: 'fulfilled',
    lineIds: null,
  });
  await forgetCards(core);
  expect(await cardsOf(shipped)).toEqual([{ last4: '4242', ours: 'forgotten', theirs: 'forgotten' }]);
});

test.each([
  ['1230', '2030-12-31'],
  ['0228', '2028-02-29'],
])('keeps the expiry that the shopper entered: %s is %s', async (entered, expiresOn) => {
  const offer = await createOffer(core, { allocation: 1, plan: { plan: 'pay_later' } });
  await buyFrom(core, offer, { token: testCardToken('4242424242424242', entered) });
  const kept = await database.db.query('SELECT expires_on FROM payment_method WHERE store_id = $1', [offer.storeId]);
  expect(kept).toEqual([{ expires_on: expiresOn }]);
});

test('forgets a replaced card, and keeps the one in its place', async () => {
  const sold = await sellAndRelease(core, { card: 'charge_declined', quantity: 2 });
  await payByLink(core, sold, { purpose: 'card', card: 'charge_declined' });
  await payByLink(core, sold, { purpose: 'card', card: 'succeeds' });
  await forgetCards(core);
  const ours = (await cardsOf(sold)).map((card) => card.ours);
  expect(ours.slice(0, -1).every((kept) => kept === 'forgotten')).toBe(true);
  expect(ours.at(-1)).toBe('kept');
});

test('hides the card of an erased person at once, and makes the provider forget it within the hour', async () => {
  const sold = await sell(core, { card: 'succeeds' });
  const email = (await preorderOf(core, sold)).contact?.email ?? '';
  await cancelAll(core, sold.offer, sold.reference);
  await erase(core, { storeId: sold.storeId, email }, { openToo: true });
  const read = () =>
    database.db.query(
      'SELECT brand, last4, expires_on, method_ref, customer_ref FROM payment_method WHERE preorder_id = $1',
      [sold.preorderId],
    );
  expect(await read()).toMatchObject([{ brand: '', last4: '', expires_on: null }]);
  await forgetCards(core);
  expect(await read()).toMatchObject([{ method_ref: '', customer_ref: '' }]);
  await forgetCards(core);
  await expectSoundBooks(database.db, false);
});
