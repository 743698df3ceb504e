import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { recheckWaits } from '../../../src/core/accounts/commands/follow-waits.ts';
import { readWait } from '../../../src/core/accounts/queries/disputes.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { retryCharges } from '../../../src/core/payments/jobs.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { previewRelease } from '../../../src/core/releases/queries/preview.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { declareWithdrawal, followDeclaration } from '../../../src/core/withdrawals/commands/declare.ts';
import { endWithdrawal } from '../../../src/core/withdrawals/commands/end.ts';
import { lookForContracts } from '../../../src/core/withdrawals/commands/look-for-contract.ts';
import { matchWithdrawal } from '../../../src/core/withdrawals/commands/match.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { readWithdrawal } from '../../../src/core/withdrawals/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { dueOf, moneyOf, outboxOf, payByLink, type Sold, sell, sellAndRelease } from '../../support/charges.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { dispute } from '../../support/disputes.ts';
import { LATER, moveDates } from '../../support/promises.ts';
import {
  arrive,
  finishRelease,
  firstBatch,
  preorderOf,
  runJobs,
  startReleaseOf,
  statesOf,
} from '../../support/release.ts';
import { createSizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;
const TOTAL = 13_390;
const FIRST = 2_678;

/** Somebody withdraws from everything by the page that anybody can open. */
async function withdraw({ storeId, offer, reference }: Pick<Sold, 'storeId' | 'offer' | 'reference'>) {
  const { contact } = await preorderOf(core, offer, reference);
  const declaration = { name: 'Ada', email: contact?.email ?? '', reference, postalCode: '', items: '' };
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
  return { storeId, id };
}

const undo = (key: { storeId: string; id: string }) =>
  core.db.transaction((tx) => endWithdrawal(tx, key, { state: 'undone' }));

const refuse = (key: { storeId: string; id: string }) =>
  core.db.transaction((tx) => endWithdrawal(tx, key, { state: 'refused', answer: 'Not ours.' }));

describe('while a withdrawal is declared', () => {
  test('nothing is released or charged, the place and a unit are kept, and undone it goes on', async () => {
    const sold = await sell(core, {});
    const { offer, storeId } = sold;
    const next = await buyFrom(core, offer);
    await runJobs(core, storeId);
    const withdrawal = await withdraw(sold);
    await arrive(core, offer, 2);
    const preview = await previewRelease(core, { storeId, batchId: await firstBatch(core, offer) }, null);
    expect(preview).toMatchObject({
      lines: [{ reference: next }],
      kept: [{ reference: sold.reference, waits: 'withdrawal' }],
    });
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    await finishRelease(core, offer, releaseId);
    expect(await statesOf(core, offer, [sold.reference, next])).toEqual(['placed', 'released']);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'placed', paid: FIRST, refunded: 0 }]);
    await undo(withdrawal);
    expect(await readWait(core.db, sold)).toBeNull();
    await shiftClock(core.db, 11);
    await finishRelease(core, offer, releaseId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
    await expectSoundBooks(core.db);
  });

  test('what was released just before is not charged, and goes back once nobody undid it', async () => {
    const sold = await sell(core, {});
    await advanceLines(core, { ...sold, to: 'released', lineIds: null });
    await withdraw(sold);
    await sendReceipts(core);
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: FIRST, refunded: 0 }]);
    await shiftClock(core.db, DAY + 60);
    await actOnWithdrawals(core);
    await runJobs(core, sold.storeId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
    await expectSoundBooks(core.db);
  });

  test('it cannot be released or swapped by hand', async () => {
    const offer = await createSizes(core, {});
    const { storeId } = offer;
    const reference = await buyFrom(core, offer);
    const { id: preorderId, lines } = await preorderOf(core, offer, reference);
    await withdraw({ storeId, offer, reference });
    const refused = { code: 'withdrawal_declared' };
    const line = { storeId, preorderId, lineId: lines[0]?.id ?? '' };
    await expect(advanceLines(core, { ...line, to: 'released', lineIds: null })).rejects.toMatchObject(refused);
    const variantExternalId = offer.sizes.small.variantExternalId;
    await expect(swapVariant(core, { ...line, variantExternalId, now: 0, later: 0 })).rejects.toMatchObject(refused);
  });

  test('a failed charge is not tried again and the place is not lost; afterwards there are two days to pay', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const withdrawal = await withdraw(sold);
    for (let day = 0; day < 9; day += 1) {
      await shiftClock(core.db, DAY);
      await retryCharges(core);
      await cancelUnpaid(core);
    }
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'payment_due', paid: FIRST }]);
    expect(await outboxOf(core, sold, 'payment.needed')).toHaveLength(1);
    await refuse(withdrawal);
    expect((await dueOf(core, sold))?.msLeft).toBeGreaterThan(47 * 3_600_000);
  });

  test('what is owed was not sent, so it is cancelled with the deposit back, also where the store has an order', async () => {
    const sold = await sellAndRelease(core, { card: 'charge_declined' });
    const { storeId, offer, reference } = sold;
    const { id: preorderId, lines, contact } = await preorderOf(core, offer, reference);
    await core.db.query(
      `WITH o AS (INSERT INTO store_order (store_id, id, preorder_id, number, state, external_ref, handed_at, early)
         VALUES ($1, gen_random_uuid(), $2, 1, 'handed_over', '#1', app_now(), true) RETURNING store_id, id)
       INSERT INTO store_order_line (store_id, line_id, order_id) SELECT store_id, unnest($3::uuid[]), id FROM o`,
      [storeId, preorderId, lines.map(({ id }) => id)],
    );
    const declaration = { name: 'Ada', email: contact?.email ?? '', reference, postalCode: '', items: '' };
    const known = { preorderId, lineIds: null };
    await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration, known });
    await moveMoney(core, storeId, preorderId);
    expect(await moneyOf(core, sold)).toMatchObject([{ state: 'cancelled', paid: FIRST, refunded: FIRST }]);
  });

  test('silence about a date does not cancel', async () => {
    const offer = await createOffer(core, { allocation: 20 });
    const reference = await buyFrom(core, offer);
    await moveDates({ core, offer }, LATER);
    const withdrawal = await withdraw({ storeId: offer.storeId, offer, reference });
    await shiftClock(core.db, 20 * DAY);
    await endSilentQuestions(core);
    await refuse(withdrawal);
    await endSilentQuestions(core);
    expect(await statesOf(core, offer, [reference])).toEqual(['placed']);
    await shiftClock(core.db, 5 * DAY);
    await endSilentQuestions(core);
    expect(await statesOf(core, offer, [reference])).toEqual(['cancelled']);
  });

  test('a pre-order that it is matched with waits, and the one before no longer does', async () => {
    const [one, other] = [await sell(core, {}), await sell(core, {})];
    const { offer } = one;
    const second = await preorderOf(core, offer, await buyFrom(core, offer));
    const withdrawal = await withdraw(one);
    await core.db.transaction((tx) => matchWithdrawal(tx, withdrawal, second.reference));
    expect(await readWait(core.db, one)).toBeNull();
    expect(await readWait(core.db, { storeId: one.storeId, preorderId: second.id })).toMatchObject({
      reason: 'withdrawal',
    });
    const foreign = core.db.transaction((tx) => matchWithdrawal(tx, withdrawal, other.reference));
    await expect(foreign).rejects.toMatchObject({ code: 'preorder_not_found' });
  });

  test('one that names line items of its own pre-order is about no other, and one that was matched before can be read', async () => {
    const sold = await sell(core, {});
    const { offer, storeId, preorderId } = sold;
    const lines = (await preorderOf(core, offer, sold.reference)).lines.slice(0, 1);
    const second = await preorderOf(core, offer, await buyFrom(core, offer));
    const declaration = {
      name: 'Zoë',
      email: 'zoe@mail.example',
      reference: sold.reference,
      postalCode: '',
      items: '',
    };
    const known = { preorderId, lineIds: lines.map(({ id }) => id) };
    const key = { storeId, id: randomUUID() };
    await declareWithdrawal(core, { ...key, locale: 'en', declaration, known });
    const match = core.db.transaction((tx) => matchWithdrawal(tx, key, second.reference));
    await expect(match).rejects.toMatchObject({ code: 'invalid_parameter', info: { param: 'reference' } });
    await core.db.query('UPDATE withdrawal SET preorder_id = $2 WHERE id = $1', [key.id, second.id]);
    expect(await readWithdrawal(core.db, storeId, key.id)).toMatchObject({ timing: 'nothing_left' });
  });
});

test('it holds beside a dispute, and after it', async () => {
  const sold = await sell(core, {});
  const one = await dispute(core, sold);
  const withdrawal = await withdraw(sold);
  expect(await readWait(core.db, sold)).toMatchObject({ reason: 'open', withdrawn: true });
  expect(await outboxOf(core, sold, 'order.due')).not.toEqual([]);
  const release = () => advanceLines(core, { ...sold, to: 'released', lineIds: null });
  await expect(release()).rejects.toMatchObject({ code: 'withdrawal_declared' });
  await one.is('won');
  expect(await readWait(core.db, sold)).toMatchObject({ reason: 'withdrawal', withdrawn: true });
  await refuse(withdrawal);
  expect(await readWait(core.db, sold)).toBeNull();
});

test('nothing can be paid by a link meanwhile', async () => {
  const sold = await sellAndRelease(core, { card: 'charge_declined' });
  const withdrawal = await withdraw(sold);
  await expect(payByLink(core, sold)).rejects.toMatchObject({ code: 'withdrawal_declared' });
  await refuse(withdrawal);
  await payByLink(core, sold);
  expect(await moneyOf(core, sold)).toEqual([{ state: 'released', paid: TOTAL, refunded: 0 }]);
});

test('a wait that an older version ended begins again', async () => {
  const sold = await sell(core, {});
  await withdraw(sold);
  await core.db.query('DELETE FROM dispute_wait WHERE preorder_id = $1', [sold.preorderId]);
  await recheckWaits(core);
  expect(await readWait(core.db, sold)).toMatchObject({ reason: 'withdrawal' });
});

test('a declaration counts although its pre-order could not be looked for, and is looked for later', async () => {
  const sold = await sell(core, {});
  const { contact } = await preorderOf(core, sold.offer, sold.reference);
  const declaration = {
    name: 'Ada',
    email: contact?.email ?? '',
    reference: sold.reference,
    postalCode: '',
    items: '',
  };
  const declared = { storeId: sold.storeId, id: randomUUID(), locale: 'en', declaration };
  const key = await declareWithdrawal(core, declared);
  const transaction = () => Promise.reject(new Error('lock timeout'));
  await followDeclaration({ ...core, db: { ...core.db, transaction } }, { storeId: sold.storeId, id: key.id });
  expect(await readWithdrawal(core.db, sold.storeId, key.id)).toMatchObject({ state: 'declared', preorder: null });
  await Promise.all([lookForContracts(core), lookForContracts(core)]);
  expect(await readWithdrawal(core.db, sold.storeId, key.id)).toMatchObject({
    preorder: { reference: sold.reference },
  });
  expect(await readWait(core.db, sold)).toMatchObject({ reason: 'withdrawal' });
  expect((await listAlerts(core.db, sold.storeId, { resolved: false })).map(({ code }) => code)).toEqual([
    'withdrawal_declared',
  ]);
  expect(await outboxOf(core, { ...sold, preorderId: key.id }, 'withdrawal.declared')).toHaveLength(1);
});
