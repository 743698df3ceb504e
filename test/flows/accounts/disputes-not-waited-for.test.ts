import { expect, test } from 'vitest';
import { goOnDespiteDispute } from '../../../src/core/accounts/commands/dispute.ts';
import { recheckNonBlockingDisputes, recheckWaits } from '../../../src/core/accounts/commands/follow-waits.ts';
import { readWait } from '../../../src/core/accounts/queries/disputes.ts';
import { type Sold, sell } from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { dispute } from '../../support/disputes.ts';
import { cancelAll, runJobs } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

// Open disputes that no pre-order waits for: the provider is asked about them too, in case its message was lost.

const { database, core } = await useCore();
const waitOf = (sold: Sold) => readWait(core.db, sold);

test('asks the provider again after a day also when the pre-order goes on in spite of the dispute', async () => {
  const sold = await sell(core, {});
  await dispute(core, sold);
  await goOnDespiteDispute(core, sold);
  const asked = () =>
    core.db.query(`SELECT 1 FROM outbox WHERE store_id = $1 AND topic = 'dispute.changed'`, [sold.storeId]);
  await recheckNonBlockingDisputes(core);
  expect(await asked()).toEqual([]);
  await shiftClock(database.db, 86_400);
  await recheckNonBlockingDisputes(core);
  expect(await asked()).toHaveLength(1);
});

test('asks the provider again after a day about a dispute that is open behind a lost one', async () => {
  const sold = await sell(core, {});
  const one = await dispute(core, sold, { amount: 1_000 });
  await shiftClock(database.db, 1);
  const other = await dispute(core, sold, { amount: 500 });
  await one.is('lost');
  await cancelAll(core, sold.offer, sold.reference);
  await runJobs(core, sold.storeId);
  await recheckWaits(core);
  expect(await waitOf(sold), 'the pre-order waits for nothing').toBeNull();
  const asked = () =>
    core.db.query(
      `SELECT detail FROM outbox WHERE store_id = $1 AND topic = 'dispute.changed' AND dispatched_at IS NULL`,
      [sold.storeId],
    );
  await shiftClock(database.db, 86_400);
  await recheckWaits(core);
  await recheckNonBlockingDisputes(core);
  expect(await asked()).toEqual([{ detail: { ref: other.ref } }]);
  await other.is('won');
});
