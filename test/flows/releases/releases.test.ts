import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { recordArrival } from '../../../src/core/releases/commands/arrive.ts';
import { startRelease, stopRelease } from '../../../src/core/releases/commands/start.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import { runReleases } from '../../../src/core/releases/jobs.ts';
import { listReleases, readRelease } from '../../../src/core/releases/queries.ts';
import { addBatch } from '../../../src/core/waitlists/commands/batch.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { readWaitlist } from '../../../src/core/waitlists/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { stageEngine } from '../../support/engine-stage.ts';
import { createDesk } from '../../support/merchant.ts';
import { refused } from '../../support/refusal.ts';
import {
  arrive,
  cancelAll,
  createLaterOffer,
  finishRelease,
  preorderOf,
  releaseAll,
  runJobs,
  startReleaseOf,
  statesOf,
  unitsOf,
} from '../../support/release.ts';
import { createEngine, createOffer, type OfferOptions, shiftClock } from '../../support/shop.ts';

const { database, engine } = await stageEngine();
afterEach(() => expectSoundBooks(database.db, false));

const sellLater = (options: Partial<OfferOptions> = {}) => createLaterOffer(engine, options);
const CHARGE_DECLINED = '4000000000006348';

describe('a release', () => {
  test('serves the longest waiting first, charges the balance, and hands paid line items to the store', async () => {
    const offer = await sellLater();
    const references: string[] = [];
    for (let shopper = 0; shopper < 3; shopper += 1) references.push(await buyFrom(engine, offer, { quantity: 2 }));
    const releaseId = await releaseAll(engine, offer, 5);
    expect(await statesOf(engine, offer, references)).toEqual([
      'released released',
      'released released',
      'released placed',
    ]);
    const release = await readRelease(database.db, offer.storeId, releaseId);
    expect(release).toMatchObject({ state: 'done', moving: 0, paid: 5, owed: 0, ordered: 5, givenBack: 0 });
    expect(release.units).toMatchObject([{ units: 5, released: 5 }]);
    await releaseAll(engine, offer, 6); // the remaining unit arrives, and its pre-order gets a second order
    expect(await statesOf(engine, offer, references)).toEqual([
      'released released',
      'released released',
      'released released',
    ]);
    const orders = await database.db.query(
      `SELECT number, state FROM store_order WHERE store_id = $1 ORDER BY created_at, number`,
      [offer.storeId],
    );
    expect(orders).toMatchObject([{ number: 1 }, { number: 1 }, { number: 1 }, { number: 2 }]);
    await expectSoundBooks(database.db);
  });

  test('releases at most the given number of line items', async () => {
    const offer = await sellLater();
    const references = [await buyFrom(engine, offer), await buyFrom(engine, offer)];
    await arrive(engine, offer, 2);
    const releaseId = await startReleaseOf(engine, offer, 1);
    await finishRelease(engine, offer, releaseId ?? '');
    expect(await statesOf(engine, offer, references)).toEqual(['released', 'placed']);
    expect((await readRelease(database.db, offer.storeId, releaseId ?? '')).state).toBe('done');
  });

  test('is not started when no unit arrived, nobody waits, or everything is planned already', async () => {
    const offer = await sellLater();
    expect(await startReleaseOf(engine, offer)).toBeNull();
    await arrive(engine, offer, 2);
    expect(await startReleaseOf(engine, offer)).toBeNull();
    await buyFrom(engine, offer);
    const releaseId = (await startReleaseOf(engine, offer)) ?? '';
    expect(await startReleaseOf(engine, offer)).toBeNull();
    await finishRelease(engine, offer, releaseId);
    expect(await startReleaseOf(engine, offer)).toBeNull();
  });

  test('gives every unit once when several clerks start it and several workers run it', async () => {
    const offer = await sellLater();
    const references: string[] = [];
    for (let shopper = 0; shopper < 8; shopper += 1) references.push(await buyFrom(engine, offer, { quantity: 2 }));
    await arrive(engine, offer, 11);
    const begun = await Promise.all([
      startReleaseOf(engine, offer, 4),
      startReleaseOf(engine, offer),
      startReleaseOf(engine, offer, 3),
      startReleaseOf(engine, offer),
    ]);
    const other = createEngine(database.db); // stands for a second process
    const workers = Array.from({ length: 6 }, async (_, worker) => {
      while ((await runReleases(worker % 2 ? engine : other)) > 0);
    });
    await Promise.all(workers);
    await runJobs(engine, offer.storeId);
    while ((await runReleases(engine)) > 0);
    const states = (await statesOf(engine, offer, references)).join(' ').split(' ');
    expect(states).toEqual([...Array(11).fill('released'), ...Array(5).fill('placed')]); // in the order of placing
    const releases = await Promise.all(
      begun.flatMap((id) => id ?? []).map((id) => readRelease(database.db, offer.storeId, id)),
    );
    expect(releases.map(({ state }) => state)).not.toContain('running');
    expect(releases.flatMap(({ units }) => units).reduce((sum, { released }) => sum + released, 0)).toBe(11);
    await other.stop();
    await expectSoundBooks(database.db);
  });

  test('has one outcome beside cancellations, counts and releases by hand', async () => {
    const offer = await sellLater();
    const references: string[] = [];
    for (let shopper = 0; shopper < 9; shopper += 1) references.push(await buyFrom(engine, offer, { quantity: 2 }));
    await arrive(engine, offer, 10);
    const releaseId = (await startReleaseOf(engine, offer)) ?? '';
    const [byHand = '', ...cancelling] = [1, 0, 3, 5].map((index) => references[index] ?? '');
    const { id: preorderId } = await preorderOf(engine, offer, byHand);
    await Promise.all([
      ...Array.from({ length: 4 }, () => finishRelease(engine, offer, releaseId)),
      ...cancelling.map((reference) => cancelAll(engine, offer, reference)),
      advanceLines(engine, { storeId: offer.storeId, preorderId, to: 'released', lineIds: null }),
      ...[9, 10, 11, 10].map((counted) => arrive(engine, offer, counted).catch(() => {})), // a count below the released units is refused
    ]);
    await arrive(engine, offer, 12);
    await finishRelease(engine, offer, releaseId);
    const rest = await startReleaseOf(engine, offer);
    if (rest !== null) await finishRelease(engine, offer, rest);
    // Six pre-orders of two are left for twelve units, so each gets its units in any order of events.
    const states = await statesOf(engine, offer, references);
    expect(states.filter((state) => state === 'cancelled cancelled')).toHaveLength(3);
    expect(states.filter((state) => state === 'released released')).toHaveLength(6);
    expect(await unitsOf(engine, offer)).toMatchObject({ arrived: 12, released: 12, waiting: 0 });
    await expectSoundBooks(database.db);
  });

  test('hands out nothing more after a stop, and another release may', async () => {
    const offer = await sellLater();
    const references = [await buyFrom(engine, offer), await buyFrom(engine, offer)];
    await arrive(engine, offer, 2);
    const releaseId = (await startReleaseOf(engine, offer)) ?? '';
    const key = { storeId: offer.storeId, releaseId };
    await stopRelease(engine, key);
    await stopRelease(engine, key);
    expect(await stepRelease(engine, key)).toBe('ended');
    expect(await statesOf(engine, offer, references)).toEqual(['placed', 'placed']);
    await cancelAll(engine, offer, references[0] ?? ''); // the cancellation does not restart it
    expect((await readRelease(database.db, offer.storeId, releaseId)).state).toBe('stopped');
    await finishRelease(engine, offer, (await startReleaseOf(engine, offer)) ?? '');
    expect(await statesOf(engine, offer, references)).toEqual(['cancelled', 'released']);
    await expect(stopRelease(engine, { ...key, releaseId: randomUUID() })).rejects.toThrow(
      refused('release_not_found'),
    );
  });

  test('gives a cancelled unit to the next in line', async () => {
    const offer = await sellLater();
    const references = [await buyFrom(engine, offer), await buyFrom(engine, offer), await buyFrom(engine, offer)];
    const releaseId = await releaseAll(engine, offer, 2);
    await cancelAll(engine, offer, references[0] ?? '');
    expect((await readRelease(database.db, offer.storeId, releaseId)).state).toBe('running');
    await finishRelease(engine, offer, releaseId);
    expect(await statesOf(engine, offer, references)).toEqual(['cancelled', 'released', 'released']);
    expect(await unitsOf(engine, offer)).toMatchObject({ arrived: 2, released: 2 });
    const release = await readRelease(database.db, offer.storeId, releaseId);
    expect(release).toMatchObject({ state: 'done', givenBack: 1, paid: 2 });
    await expectSoundBooks(database.db);
  });

  test('passes over an erased person', async () => {
    const offer = await sellLater();
    const [gone = '', next = ''] = [
      await buyFrom(engine, offer, { email: 'gone@shopper.example' }),
      await buyFrom(engine, offer),
    ];
    await erase(engine, { storeId: offer.storeId, email: 'gone@shopper.example' }, { openToo: true });
    await releaseAll(engine, offer, 1);
    expect(await statesOf(engine, offer, [gone, next])).toEqual(['placed', 'released']);
    expect(await unitsOf(engine, offer)).toMatchObject({ sold: 2, waiting: 0 });
    // No unit is kept for an erased person's payment either.
    const { id } = await preorderOf(engine, offer, gone);
    const owe = (state: string, from: string | null) =>
      database.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [id, state, from]);
    await owe('payment_due', 'placed');
    await arrive(engine, offer, 3);
    await buyFrom(engine, offer);
    const releaseId = (await startReleaseOf(engine, offer)) ?? '';
    await finishRelease(engine, offer, releaseId);
    expect((await readRelease(database.db, offer.storeId, releaseId)).state).toBe('done');
    expect(await unitsOf(engine, offer)).toMatchObject({ arrived: 3, released: 2, waiting: 0, owing: 0 });
    await owe('placed', null);
  });

  test('keeps the unit of a failed charge until it is over, and then gives it to the next in line', async () => {
    const offer = await sellLater();
    const broke = await buyFrom(engine, offer, { card: CHARGE_DECLINED });
    const next = await buyFrom(engine, offer);
    const releaseId = await releaseAll(engine, offer, 1);
    expect(await statesOf(engine, offer, [broke, next])).toEqual(['payment_due', 'placed']);
    expect(await readRelease(database.db, offer.storeId, releaseId)).toMatchObject({ owed: 1, paid: 0, moving: 0 });
    expect(await unitsOf(engine, offer)).toMatchObject({ arrived: 1, released: 1 });
    await cancelAll(engine, offer, broke);
    await finishRelease(engine, offer, releaseId);
    expect(await statesOf(engine, offer, [broke, next])).toEqual(['cancelled', 'released']);
    await expectSoundBooks(database.db);
  });

  test('keeps a unit for a line item that still owes its first payment, and releases it once that is paid', async () => {
    const offer = await createOffer(engine, { allocation: 5 });
    const [owing, next] = [await buyFrom(engine, offer), await buyFrom(engine, offer)];
    const { id } = await preorderOf(engine, offer, owing);
    const setOwing = (state: string, from: string | null) =>
      database.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [id, state, from]);
    await setOwing('payment_due', 'placed');
    await arrive(engine, offer, 1);
    const releaseId = (await startReleaseOf(engine, offer)) ?? '';
    const step = () => stepRelease(engine, { storeId: offer.storeId, releaseId });
    expect(await step()).toBe('resting');
    expect(await statesOf(engine, offer, [owing, next])).toEqual(['payment_due', 'placed']);
    await setOwing('placed', null);
    expect(await runReleases(engine)).toBe(0); // a resting release is not looked at in every round
    await shiftClock(database.db, 11);
    expect(await runReleases(engine)).toBe(1);
    await database.db.query('DELETE FROM clock_shift');
    expect(await statesOf(engine, offer, [owing, next])).toEqual(['released', 'placed']);
    await finishRelease(engine, offer, releaseId);
  });

  test.each(['pause', 'close'] as const)('goes on for a waitlist after %s', async (act) => {
    const offer = await sellLater();
    const reference = await buyFrom(engine, offer);
    await changeWaitlistState(engine, offer, act);
    await releaseAll(engine, offer, 1);
    expect(await statesOf(engine, offer, [reference])).toEqual(['released']);
  });

  test('needs a waitlist that has sold, and a batch of the store', async () => {
    const desk = await createDesk(engine);
    const [batch] = (await desk.read(await desk.create())).batches;
    const batchId = batch?.id ?? '';
    const begin = (changes: object) =>
      startRelease(engine, { storeId: desk.storeId, batchId, limit: null, ...changes });
    await expect(begin({})).rejects.toThrow(refused('invalid_transition', { data: { state: 'DRAFT' } }));
    const offer = await sellLater();
    await expect(begin({ storeId: offer.storeId })).rejects.toThrow(refused('batch_not_found'));
    for (const limit of [0, -1, 1.5, 1_000_001]) {
      await expect(begin({ limit })).rejects.toThrow(refused('invalid_parameter', { param: 'limit' }));
    }
    await expect(readRelease(database.db, offer.storeId, 'nonsense')).rejects.toThrow(refused('release_not_found'));
    const releaseId = await (async () => {
      await buyFrom(engine, offer);
      return releaseAll(engine, offer, 1);
    })();
    await expect(readRelease(database.db, desk.storeId, releaseId)).rejects.toThrow(refused('release_not_found'));
    expect(await listReleases(database.db, desk.storeId, { limit: 10 })).toEqual([]);
  });

  test('leaves other batches unchanged', async () => {
    const offer = await sellLater({ allocation: 1 });
    const first = await buyFrom(engine, offer);
    await addBatch(engine, offer, {
      shipWindow: { from: '2030-09-01', until: '2030-09-15' },
      variants: [{ variantId: offer.variantId, allocation: 5 }],
    });
    const second = await buyFrom(engine, offer);
    const [, batch] = (await readWaitlist(database.db, offer.storeId, offer.waitlistId)).batches;
    const counts = [{ variantId: offer.variantId, counted: 5 }];
    await recordArrival(engine, { storeId: offer.storeId, batchId: batch?.id ?? '', counts, key: null });
    const releaseId = await startRelease(engine, { storeId: offer.storeId, batchId: batch?.id ?? '', limit: null });
    await finishRelease(engine, offer, releaseId ?? '');
    expect(await statesOf(engine, offer, [first, second])).toEqual(['placed', 'released']);
  });
});
