import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { recordGivenBack } from '../../../src/core/imports/commands/given-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { readWithdrawal } from '../../../src/core/withdrawals/queries.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { bringIn, foreignFile, foreignRow } from '../../support/imports.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

/** Brings two pre-orders of one person in, and withdraws from what they call `typed`. */
async function withdrawFrom(typed: string) {
  const offer = await createOffer(core, { allocation: 4 });
  const { storeId, variantExternalId: variant } = offer;
  const email = `${randomUUID()}@shopper.example`;
  const rows = ['#1001', 'WC-77'].map((name) => foreignRow(name, variant, { email }));
  await bringIn(core, { storeId, content: foreignFile(...rows) });
  const declaration = { name: 'Ada Lovelace', email, reference: typed, postalCode: '10115', items: '' };
  const declared = { storeId, id: randomUUID(), locale: 'en', declaration };
  const { id } = await declareAndFollow(core, declared);
  return { storeId, withdrawal: () => readWithdrawal(core.db, storeId, id) };
}

test.each(['#1001', '1001', ' # 1001 ', 'wc 77', 'WC-77'])(
  'a moved-in pre-order is found as “%s”, its former name',
  async (typed) => {
    const { storeId, withdrawal } = await withdrawFrom(typed);
    const found = (await withdrawal()).preorder;
    const [row] = await core.db.query<{ key: string }>(
      'SELECT key FROM imported WHERE store_id = $1 AND subject_id = $2',
      [storeId, found?.id],
    );
    expect(row?.key.replaceAll(/\W/g, '').toUpperCase()).toBe(typed.replaceAll(/\W/g, '').toUpperCase());
  },
);

test.each(['1002', '', '#', 'WC'])('“%s” names neither of the two', async (typed) => {
  expect((await (await withdrawFrom(typed)).withdrawal()).preorder).toBeNull();
});

test('it is cancelled, and what was paid elsewhere is owed there', async () => {
  const { storeId, withdrawal } = await withdrawFrom('1001');
  const { preorder } = await withdrawal();
  await sendReceipts(core);
  await shiftClock(core.db, DAY + 60);
  await actOnWithdrawals(core);
  await moveMoney(core, storeId, preorder?.id ?? '');
  const { lines } = await readPreorder(core.db, storeId, preorder?.reference ?? '');
  expect(lines).toMatchObject([{ state: 'cancelled', cancelReason: 'withdrawal', kept: 0 }]);
  expect(await withdrawal()).toMatchObject({ state: 'settled' });
  const owed = await core.db.query('SELECT reason FROM refund_owed WHERE store_id = $1', [storeId]);
  expect(owed).toMatchObject([{ reason: expect.stringContaining('give it back where it was paid') }]);
  await recordGivenBack(core, { storeId, preorderId: preorder?.id ?? '' });
  await moveMoney(core, storeId, preorder?.id ?? '');
  expect(await audit(core, storeId)).toEqual([]);
});

test('a product that is gone from the catalogue does not keep anybody from withdrawing', async () => {
  const { storeId, withdrawal } = await withdrawFrom('1001');
  await core.db.query('UPDATE variant SET gone_at = app_now() WHERE store_id = $1', [storeId]);
  await sendReceipts(core);
  await shiftClock(core.db, DAY + 60);
  await actOnWithdrawals(core);
  expect(await withdrawal()).toMatchObject({ state: 'settled' });
});
