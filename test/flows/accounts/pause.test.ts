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
import { stageEngine } from '../../support/engine-stage.ts';
import { arrive, createLaterOffer, startReleaseOf, statesOf } from '../../support/release.ts';

// What waits for an account that takes no payments, and what a disconnected account leaves behind.

const { engine } = await stageEngine();

async function createOfferWithAccount() {
  const offer = await createLaterOffer(engine);
  await engine.db.query(
    `INSERT INTO payment_account (store_id, provider, hook_id, publishable_key, sealed)
     VALUES ($1, 'stripe', $1, 'pk_test_1', '')`,
    [offer.storeId],
  );
  return offer;
}

const refuseThreeTimes = async (storeId: string) => {
  for (const of of ['one', 'two', 'three']) await noteRefusal(engine, storeId, { of, reason: 'It may not charge.' });
};

const openOutages = (storeId: string) =>
  engine.db.query('SELECT 1 FROM outage WHERE store_id = $1 AND ended_at IS NULL', [storeId]);

test('a release waits while the account of its store takes no payments, and then goes on', async () => {
  const [offer, other] = [await createOfferWithAccount(), await createOfferWithAccount()];
  const bought = [await buyFrom(engine, offer), await buyFrom(engine, offer)];
  const elsewhere = [await buyFrom(engine, other)];
  await arrive(engine, offer, 2);
  await arrive(engine, other, 1);
  const releases = [await startReleaseOf(engine, offer), await startReleaseOf(engine, other)];
  const step = (index: 0 | 1) =>
    stepRelease(engine, { storeId: [offer, other][index]?.storeId ?? '', releaseId: releases[index] ?? '' });
  await refuseThreeTimes(offer.storeId);
  expect(await step(0)).toBe('waiting');
  expect(await statesOf(engine, offer, bought)).toEqual(['placed', 'placed']);
  expect(await step(1)).toBe('released');
  expect(await statesOf(engine, other, elsewhere)).toEqual(['released']);
  await noteTaken(engine, offer.storeId);
  expect(await step(0)).toBe('released');
  expect(await statesOf(engine, offer, bought)).toEqual(['released', 'released']);
});

test('charges due money once when the paused account takes payments again', async () => {
  const offer = await createOfferWithAccount();
  const { storeId } = offer;
  const reference = await buyFrom(engine, offer);
  const { id: preorderId } = await readPreorder(engine.db, storeId, reference);
  await arrive(engine, offer, 1);
  await stepRelease(engine, { storeId, releaseId: (await startReleaseOf(engine, offer)) ?? '' });
  await refuseThreeTimes(storeId);
  const waiting = () => engine.db.query('SELECT preorder_id AS id FROM money_waiting WHERE store_id = $1', [storeId]);
  const charges = () =>
    engine.db.query("SELECT state FROM movement WHERE store_id = $1 AND kind = 'charge'", [storeId]);

  await moveMoney(engine, storeId, preorderId);
  await moveMoney(engine, storeId, preorderId); // a job may run twice
  expect(await waiting()).toEqual([{ id: preorderId }]);
  expect(await charges()).toEqual([]);
  expect(await moveWaitingMoney(engine), 'money was moved while the account pauses').toBe(0);

  await noteTaken(engine, storeId);
  expect(await moveWaitingMoney(engine)).toBe(1);
  expect(await waiting()).toEqual([]);
  await moveMoney(engine, storeId, preorderId);
  await moveMoney(engine, storeId, preorderId);
  expect(await charges()).toEqual([{ state: 'done' }]);
  const { lines } = await readPreorder(engine.db, storeId, reference);
  expect(lines.map(({ state, paid, total }) => [state, paid === total])).toEqual([['released', true]]);
});

test.each(['refuses payments', 'has a key that is refused'])(
  'disconnecting an account that %s ends its outage and its alert',
  async (how) => {
    const { storeId } = await createOfferWithAccount();
    if (how === 'refuses payments') await refuseThreeTimes(storeId);
    else await noteTrouble(engine, storeId, { kind: 'key_refused', reason: 'Invalid API key.' });
    expect(await openOutages(storeId)).toHaveLength(1);
    expect(await disconnectAccount(engine, storeId)).toMatchObject({ forgotten: true });
    expect(await openOutages(storeId)).toEqual([]);
    expect(await listAlerts(engine.db, storeId, { resolved: false })).toEqual([]);
  },
);
