import { expect, test } from 'vitest';
import { noteRefusal, noteTaken } from '../../../src/core/accounts/commands/breaker.ts';
import { noteMailNotTaken, noteMailTaken } from '../../../src/core/outages/commands/note-mail.ts';
import { putOffDeadlines } from '../../../src/core/payments/jobs.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { moneyOf, type Sold, sellAndRelease } from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

// The seven days to pay end during an outage that is not recorded yet.

const { database, core } = await useCore();
const { db } = database;

const sellUnpaid = () => sellAndRelease(core, { card: 'charge_declined' });
const pass = (hours: number) => shiftClock(db, hours * 3_600);

async function stateOf(sold: Sold): Promise<string | undefined> {
  await putOffDeadlines(core);
  await cancelUnpaid(core);
  return (await moneyOf(core, sold))[0]?.state;
}

test.each(['then refuses more', 'then takes one'])(
  'does not end the time to pay after an account’s first refusal (%s)',
  async (what) => {
    const sold = await sellUnpaid();
    const { storeId } = sold;
    await db.query(
      `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
       VALUES ($1, 'stripe', $1, 'pk_test_1', '')`,
      [storeId],
    );
    const refuse = (of: string) => noteRefusal(core, storeId, { of, reason: 'It may not charge.' });
    await pass(167.9);
    await refuse('one');
    await pass(0.15);
    expect(await stateOf(sold)).toBe('payment_due');
    expect(await db.query('SELECT 1 FROM outage WHERE store_id = $1', [storeId])).toEqual([]);
    if (what === 'then refuses more') {
      await pass(0.15);
      await refuse('two');
      expect(await stateOf(sold)).toBe('payment_due');
      await noteTaken(core, storeId);
      await pass(48);
      expect(await stateOf(sold)).toBe('payment_due');
      await pass(1);
    } else await noteTaken(core, storeId);
    expect(await stateOf(sold)).toBe('cancelled');
  },
);

test('does not end the time to pay while mails fail, before the outage is recorded', async () => {
  const sold = await sellUnpaid();
  await pass(167.9);
  await noteMailNotTaken(db, { mailId: sold.preorderId, reason: 'It is away.', isServer: true });
  await pass(0.3);
  expect(await stateOf(sold)).toBe('payment_due');
  await noteMailTaken(db);
  await pass(48);
  expect(await stateOf(sold)).toBe('payment_due');
  await pass(1);
  expect(await stateOf(sold)).toBe('cancelled');
});
