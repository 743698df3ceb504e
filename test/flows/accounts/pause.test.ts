import { expect, test } from 'vitest';
import { noteRefusal, noteTaken } from '../../../src/core/accounts/commands/breaker.ts';
import { disconnectAccount } from '../../../src/core/accounts/commands/connect.ts';
import { noteTrouble } from '../../../src/core/accounts/commands/trouble.ts';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { moveWaitingMoney } from '../../../src/core/payments/commands/wait-for-account.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import { buyFrom } from '../../support/buy.ts';
import { arrive, createLaterOffer, startReleaseOf, statesOf } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

// What waits for an account that takes no payments, and what a disconnected account leaves behind.

const { core } = await useCore();

async function createOfferWithAccount() {
  const offer = await createLaterOffer(core);
  await core.db.query(
    `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
     VALUES ($1, 'stripe', $1, 'pk_test_1', '')`,
    [offer.storeId],
  );
  return offer;
}

const refuseThreeTimes = async (storeId: string) => {
  for (const of of ['one', 'two', 'three']) await noteRefusal(core, storeId, { of, reason: 'It may not charge.' });
};

const openOutages = (storeId: string) =>
  core.db.query('SELECT 1 FROM outage WHERE store_id = $1 AND ended_at IS NULL', [storeId]);

test('a release waits while the account of its store takes no payments, and then goes on', async () => {
  const [offer, other] = [await createOfferWithAccount(), await createOfferWithAccount()];
  const bought = [await buyFrom(core, offer), await buyFrom(core, offer)];
  const elsewhere = [await buyFrom(core, other)];
  await arrive(core, offer, 2);
  await arrive(core, other, 1);
  const releases = [await startReleaseOf(core, offer), await startReleaseOf(core, other)];
  const step = (index: 0 | 1) =>
    stepRelease(core, { storeId: [offer, other][index]?.storeId ?? '', releaseId: releases[index] ?? '' });
  await refuseThreeTimes(offer.storeId);
  expect(await step(0)).toBe('waiting');
  expect(await statesOf(core, offer, bought)).toEqual(['placed', 'placed']);
  expect(await step(1)).toBe('released');
  expect(await statesOf(core, other, elsewhere)).toEqual(['released']);
  await noteTaken(core, offer.storeId);
  expect(await step(0)).toBe('released');
  expect(await statesOf(core, offer, bought)).toEqual(['released', 'released']);
});

test('charges due money once when the paused account takes payments again', async () => {
  const offer = await createOfferWithAccount();
  const { storeId } = offer;
  const reference = await buyFrom(core, offer);
  const { id: preorderId } = await readPreorder(core.db, storeId, reference);
  await arrive(core, offer, 1);
  await stepRelease(core, { storeId, releaseId: (await startReleaseOf(core, offer)) ?? '' });
  await refuseThreeTimes(storeId);
  const waiting = () => core.db.query('SELECT preorder_id AS id FROM money_waiting WHERE store_id = $1', [storeId]);
  const charges = () => core.db.query("SELECT state FROM movement WHERE store_id = $1 AND kind = 'charge'", [storeId]);

  await moveMoney(core, storeId, preorderId);
  await moveMoney(core, storeId, preorderId); // a job may run twice
  expect(await waiting()).toEqual([{ id: preorderId }]);
  expect(await charges()).toEqual([]);
  expect(await moveWaitingMoney(core), 'money was moved while the account pauses').toBe(0);

  await noteTaken(core, storeId);
  expect(await moveWaitingMoney(core)).toBe(1);
  expect(await waiting()).toEqual([]);
  await moveMoney(core, storeId, preorderId);
  await moveMoney(core, storeId, preorderId);
  expect(await charges()).toEqual([{ state: 'done' }]);
  const { lines } = await readPreorder(core.db, storeId, reference);
  expect(lines.map(({ state, paid, total }) => [state, paid === total])).toEqual([['released', true]]);
});

test.each(['refuses payments', 'has a key that is refused'])(
  'disconnecting an account that %s ends its outage and its alert',
  async (how) => {
    const { storeId } = await createOfferWithAccount();
    if (how === 'refuses payments') await refuseThreeTimes(storeId);
    else await noteTrouble(core, storeId, { kind: 'key_refused', reason: 'Invalid API key.' });
    expect(await openOutages(storeId)).toHaveLength(1);
    expect(await disconnectAccount(core, storeId)).toMatchObject({ forgotten: true });
    expect(await openOutages(storeId)).toEqual([]);
    expect(await listAlerts(core.db, storeId, { resolved: false })).toEqual([]);
  },
);
