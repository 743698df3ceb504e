import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { endWithdrawal } from '../../../src/core/withdrawals/commands/end.ts';
import { matchWithdrawal } from '../../../src/core/withdrawals/commands/match.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { readWithdrawal } from '../../../src/core/withdrawals/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { createOffer, type OfferOptions, shiftClock } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

type Bought = {
  quantity?: number;
  plan?: OfferOptions['plan'];
  items?: string;
  unsent?: boolean;
  /** The first line item was sent before. */
  oneSent?: boolean;
};

/** Somebody buys, and withdraws at once. */
async function withdrawn({ quantity = 2, plan, items = '', unsent = false, oneSent = false }: Bought = {}) {
  const email = `${randomUUID()}@shopper.example`;
  const offer = await createOffer(core, { allocation: 10, ...(plan && { plan }) });
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { quantity, email });
  if (oneSent) await sendFirst(storeId, reference);
  const declaration = { name: 'Zoë', email, reference, postalCode: '', items };
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
  if (!unsent) await sendReceipts(core);
  const read = () => readPreorder(core.db, storeId, reference);
  return { storeId, id, email, reference, offer, read, withdrawal: () => readWithdrawal(core.db, storeId, id) };
}

async function sendFirst(storeId: string, reference: string) {
  const { id: preorderId, lines } = await readPreorder(core.db, storeId, reference);
  const first = { storeId, preorderId, lineIds: [lines[0]?.id ?? ''] };
  await advanceLines(core, { ...first, to: 'released' });
  await moveMoney(core, storeId, preorderId);
  await advanceLines(core, { ...first, to: 'fulfilled' });
}

const nextDay = () => shiftClock(core.db, DAY + 60);
const statesOf = ({ lines }: Awaited<ReturnType<typeof readPreorder>>) => lines.map(({ state }) => state);

test('what is not released is cancelled with everything back, once nobody can undo it', async () => {
  const { storeId, read, withdrawal } = await withdrawn({
    plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 }, depositRefundable: false },
  });
  await actOnWithdrawals(core);
  expect(statesOf(await read())).toEqual(['placed', 'placed']);
  await nextDay();
  await Promise.all([actOnWithdrawals(core), actOnWithdrawals(core)]);
  const preorder = await read();
  await moveMoney(core, storeId, preorder.id);
  const after = await read();
  expect(after.lines).toMatchObject(
    after.lines.map(() => ({ state: 'cancelled', cancelReason: 'withdrawal', kept: 0 })),
  );
  expect(after.lines.every(({ paid, refunded }) => paid > 0 && paid === refunded)).toBe(true);
  expect(await withdrawal()).toMatchObject({ state: 'settled', actedAt: expect.any(Date) });
  await expectSoundBooks(core.db);
});

test('what was sent stays, and waits for the merchant', async () => {
  const { read, withdrawal } = await withdrawn({ oneSent: true });
  await nextDay();
  await actOnWithdrawals(core);
  expect(statesOf(await read())).toEqual(['fulfilled', 'cancelled']);
  expect(await withdrawal()).toMatchObject({ state: 'declared', actedAt: expect.any(Date) });
});

test('changes nothing where items were named, nobody had the receipt, or it was undone, refused, erased, or never lawful', async () => {
  const named = await withdrawn({ items: 'one of them' });
  const undone = await withdrawn();
  await core.db.transaction((tx) => endWithdrawal(tx, undone, { state: 'undone' }));
  const refused = await withdrawn();
  await core.db.transaction((tx) => endWithdrawal(tx, refused, { state: 'refused', answer: 'A joke.' }));
  const erased = await withdrawn();
  await core.db.query(`UPDATE withdrawal SET name = '', email = '', items = '' WHERE id = $1`, [erased.id]);
  const abroad = await withdrawn();
  await core.db.query(
    `UPDATE preorder_contact SET address = address || '{"country": "US"}' WHERE preorder_id = (
       SELECT preorder_id FROM withdrawal WHERE id = $1)`,
    [abroad.id],
  );
  const unsent = await withdrawn({ unsent: true });
  await nextDay();
  await actOnWithdrawals(core);
  for (const one of [named, undone, refused, erased, abroad, unsent])
    expect(statesOf(await one.read())).toEqual(['placed', 'placed']);
  await sendReceipts(core);
  await actOnWithdrawals(core);
  expect(statesOf(await unsent.read())).toEqual(['placed', 'placed']);
  await nextDay();
  await actOnWithdrawals(core);
  expect(statesOf(await unsent.read())).toEqual(['cancelled', 'cancelled']);
});

test('a person acts where a person said which pre-order it is', async () => {
  const other = await withdrawn({ items: 'none of these' });
  const declaration = { name: 'A forger', email: 'forger@mail.example', reference: 'PO', postalCode: '', items: '' };
  const { storeId } = other;
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
  await sendReceipts(core);
  await nextDay();
  await core.db.transaction((tx) => matchWithdrawal(tx, { storeId, id }, other.reference));
  await sendReceipts(core);
  await nextDay();
  await actOnWithdrawals(core);
  expect(statesOf(await other.read())).toEqual(['placed', 'placed']);
  expect(await readWithdrawal(core.db, storeId, id)).toMatchObject({ state: 'declared', actsItself: false });
});

test('what was acted on can neither be undone nor matched with another pre-order', async () => {
  const { storeId, id, offer } = await withdrawn({ oneSent: true });
  const another = await buyFrom(core, offer, { email: 'x@mail.example' });
  await nextDay();
  await actOnWithdrawals(core);
  const end = core.db.transaction((tx) => endWithdrawal(tx, { storeId, id }, { state: 'undone' }));
  await expect(end).rejects.toMatchObject({ code: 'withdrawal_ended' });
  const match = core.db.transaction((tx) => matchWithdrawal(tx, { storeId, id }, another));
  await expect(match).rejects.toMatchObject({ code: 'withdrawal_ended' });
  await core.db.transaction((tx) => endWithdrawal(tx, { storeId, id }, { state: 'settled' }));
});
