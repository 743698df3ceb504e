import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endWithdrawal } from '../../../src/core/withdrawals/commands/end.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { countNeglected } from '../../../src/core/withdrawals/queries/neglected.ts';
import { MailError } from '../../../src/integrations/mail/port.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();
const DAY = 86_400;

async function declare(storeId: string) {
  const declaration = { name: 'Zoë', email: 'zoe@mail.example', reference: '', postalCode: '', items: '' };
  return (await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration })).id;
}

test('a store is told of declarations that wait for a week and of receipts that are never sent, until they end', async () => {
  const { storeId } = await createOffer(core, { allocation: 1 });
  const refuses = async () => {
    throw new MailError('no_mailbox', '550 5.1.1', 'gone');
  };
  const first = await declare(storeId);
  await sendReceipts({ ...core, mail: { send: refuses } });
  const second = await declare(storeId);
  await sendReceipts(core);
  expect(await countNeglected(core.db, storeId)).toEqual({ late: 0, unreceipted: 1 });
  await shiftClock(core.db, 7 * DAY - 60);
  expect(await countNeglected(core.db, storeId)).toEqual({ late: 0, unreceipted: 1 });
  await shiftClock(core.db, 120);
  expect(await countNeglected(core.db, storeId)).toEqual({ late: 2, unreceipted: 1 });
  const { storeId: other } = await createOffer(core, { allocation: 1 });
  expect(await countNeglected(core.db, other)).toEqual({ late: 0, unreceipted: 0 });
  for (const id of [first, second])
    await core.db.transaction((tx) => endWithdrawal(tx, { storeId, id }, { state: 'settled' }));
  expect(await countNeglected(core.db, storeId)).toEqual({ late: 0, unreceipted: 0 });
});
