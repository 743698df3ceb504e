import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
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
import { expectSoundBooks, keepBooksSound } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { createCore, createOffer, type OfferOptions, shiftClock } from '../../support/core.ts';
import { createMerchant } from '../../support/merchant.ts';
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
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
keepBooksSound(() => database.db, false);

const sellLater = (options: Partial<OfferOptions> = {}) => createLaterOffer(core, options);
const CHARGE_DECLINED = '4000000000006348';

describe('a release', () => {
  test('serves the longest waiting first, charges the balance, and hands paid line items to the store', async () => {
    const offer = await sellLater();
    const references: string[] = [];
    for (let shopper = 0; shopper < 3; shopper += 1) references.push(await buyFrom(core, offer, { quantity: 2 }));
    const releaseId = await releaseAll(core, offer, 5);
    expect(await statesOf(core, offer, references)).toEqual([
      'released released',
      'released released',
      'released placed',
    ]);
    const release = await readRelease(database.db, offer.storeId, releaseId);
    expect(release).toMatchObject({ state: 'done', moving: 0, paid: 5, owed: 0, ordered: 5, givenBack: 0 });
    expect(release.units).toMatchObject([{ units: 5, released: 5 }]);
    await releaseAll(core, offer, 6); // the remaining unit arrives, and its pre-order gets a second order
    expect(await statesOf(core, offer, references)).toEqual([
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
    const references = [await buyFrom(core, offer), await buyFrom(core, offer)];
    await arrive(core, offer, 2);
    const releaseId = await startReleaseOf(core, offer, 1);
    await finishRelease(core, offer, releaseId ?? '');
    expect(await statesOf(core, offer, references)).toEqual(['released', 'placed']);
    expect((await readRelease(database.db, offer.storeId, releaseId ?? '')).state).toBe('done');
  });

  test('is not started when no unit arrived, nobody waits, or everything is planned already', async () => {
    const offer = await sellLater();
    expect(await startReleaseOf(core, offer)).toBeNull();
    await arrive(core, offer, 2);
    expect(await startReleaseOf(core, offer)).toBeNull();
    await buyFrom(core, offer);
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    expect(await startReleaseOf(core, offer)).toBeNull();
    await finishRelease(core, offer, releaseId);
    expect(await startReleaseOf(core, offer)).toBeNull();
  });

  test('gives every unit once when several clerks start it and several workers run it', async () => {
    const offer = await sellLater();
    const references: string[] = [];
    for (let shopper = 0; shopper < 8; shopper += 1) references.push(await buyFrom(core, offer, { quantity: 2 }));
    await arrive(core, offer, 11);
    const begun = await Promise.all([
      startReleaseOf(core, offer, 4),
      startReleaseOf(core, offer),
      startReleaseOf(core, offer, 3),
      startReleaseOf(core, offer),
    ]);
    const other = createCore(database.db); // stands for a second process
    const workers = Array.from({ length: 6 }, async (_, worker) => {
      while ((await runReleases(worker % 2 ? core : other)) > 0);
    });
    await Promise.all(workers);
    await runJobs(core, offer.storeId);
    while ((await runReleases(core)) > 0);
    const states = (await statesOf(core, offer, references)).join(' ').split(' ');
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
    for (let shopper = 0; shopper < 9; shopper += 1) references.push(await buyFrom(core, offer, { quantity: 2 }));
    await arrive(core, offer, 10);
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    const [byHand = '', ...cancelling] = [1, 0, 3, 5].map((index) => references[index] ?? '');
    const { id: preorderId } = await preorderOf(core, offer, byHand);
    await Promise.all([
      ...Array.from({ length: 4 }, () => finishRelease(core, offer, releaseId)),
      ...cancelling.map((reference) => cancelAll(core, offer, reference)),
      advanceLines(core, { storeId: offer.storeId, preorderId, to: 'released', lineIds: null }),
      ...[9, 10, 11, 10].map((counted) => arrive(core, offer, counted).catch(() => {})), // a count below the released units is refused
    ]);
    await arrive(core, offer, 12);
    await finishRelease(core, offer, releaseId);
    const rest = await startReleaseOf(core, offer);
    if (rest !== null) await finishRelease(core, offer, rest);
    // Six pre-orders of two are left for twelve units, so each gets its units in any order of events.
    const states = await statesOf(core, offer, references);
    expect(states.filter((state) => state === 'cancelled cancelled')).toHaveLength(3);
    expect(states.filter((state) => state === 'released released')).toHaveLength(6);
    expect(await unitsOf(core, offer)).toMatchObject({ arrived: 12, released: 12, waiting: 0 });
    await expectSoundBooks(database.db);
  });

  test('hands out nothing more after a stop, and another release may', async () => {
    const offer = await sellLater();
    const references = [await buyFrom(core, offer), await buyFrom(core, offer)];
    await arrive(core, offer, 2);
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    const key = { storeId: offer.storeId, releaseId };
    await stopRelease(core, key);
    await stopRelease(core, key);
    expect(await stepRelease(core, key)).toBe('ended');
    expect(await statesOf(core, offer, references)).toEqual(['placed', 'placed']);
    await cancelAll(core, offer, references[0] ?? ''); // the cancellation does not restart it
    expect((await readRelease(database.db, offer.storeId, releaseId)).state).toBe('stopped');
    await finishRelease(core, offer, (await startReleaseOf(core, offer)) ?? '');
    expect(await statesOf(core, offer, references)).toEqual(['cancelled', 'released']);
    await expect(stopRelease(core, { ...key, releaseId: randomUUID() })).rejects.toThrow(refused('release_not_found'));
  });

  test('gives a cancelled unit to the next in line', async () => {
    const offer = await sellLater();
    const references = [await buyFrom(core, offer), await buyFrom(core, offer), await buyFrom(core, offer)];
    const releaseId = await releaseAll(core, offer, 2);
    await cancelAll(core, offer, references[0] ?? '');
    expect((await readRelease(database.db, offer.storeId, releaseId)).state).toBe('running');
    await finishRelease(core, offer, releaseId);
    expect(await statesOf(core, offer, references)).toEqual(['cancelled', 'released', 'released']);
    expect(await unitsOf(core, offer)).toMatchObject({ arrived: 2, released: 2 });
    const release = await readRelease(database.db, offer.storeId, releaseId);
    expect(release).toMatchObject({ state: 'done', givenBack: 1, paid: 2 });
    await expectSoundBooks(database.db);
  });

  test('passes over an erased person', async () => {
    const offer = await sellLater();
    const [gone = '', next = ''] = [
      await buyFrom(core, offer, { email: 'gone@shopper.example' }),
      await buyFrom(core, offer),
    ];
    await erase(core, { storeId: offer.storeId, email: 'gone@shopper.example' }, { openToo: true });
    await releaseAll(core, offer, 1);
    expect(await statesOf(core, offer, [gone, next])).toEqual(['placed', 'released']);
    expect(await unitsOf(core, offer)).toMatchObject({ sold: 2, waiting: 0 });
    // No unit is kept for an erased person's payment either.
    const { id } = await preorderOf(core, offer, gone);
    const owe = (state: string, from: string | null) =>
      database.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [id, state, from]);
    await owe('payment_due', 'placed');
    await arrive(core, offer, 3);
    await buyFrom(core, offer);
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    await finishRelease(core, offer, releaseId);
    expect((await readRelease(database.db, offer.storeId, releaseId)).state).toBe('done');
    expect(await unitsOf(core, offer)).toMatchObject({ arrived: 3, released: 2, waiting: 0, owing: 0 });
    await owe('placed', null);
  });

  test('keeps the unit of a failed charge until it is over, and then gives it to the next in line', async () => {
    const offer = await sellLater();
    const broke = await buyFrom(core, offer, { card: CHARGE_DECLINED });
    const next = await buyFrom(core, offer);
    const releaseId = await releaseAll(core, offer, 1);
    expect(await statesOf(core, offer, [broke, next])).toEqual(['payment_due', 'placed']);
    expect(await readRelease(database.db, offer.storeId, releaseId)).toMatchObject({ owed: 1, paid: 0, moving: 0 });
    expect(await unitsOf(core, offer)).toMatchObject({ arrived: 1, released: 1 });
    await cancelAll(core, offer, broke);
    await finishRelease(core, offer, releaseId);
    expect(await statesOf(core, offer, [broke, next])).toEqual(['cancelled', 'released']);
    await expectSoundBooks(database.db);
  });

  test('keeps a unit for a line item that still owes its first payment, and releases it once that is paid', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const [owing, next] = [await buyFrom(core, offer), await buyFrom(core, offer)];
    const { id } = await preorderOf(core, offer, owing);
    const setOwing = (state: string, from: string | null) =>
      database.db.query('UPDATE preorder_line SET state = $2, due_from = $3 WHERE preorder_id = $1', [id, state, from]);
    await setOwing('payment_due', 'placed');
    await arrive(core, offer, 1);
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    const step = () => stepRelease(core, { storeId: offer.storeId, releaseId });
    expect(await step()).toBe('resting');
    expect(await statesOf(core, offer, [owing, next])).toEqual(['payment_due', 'placed']);
    await setOwing('placed', null);
    expect(await runReleases(core)).toBe(0); // a resting release is not looked at in every round
    await shiftClock(database.db, 11);
    expect(await runReleases(core)).toBe(1);
    await database.db.query('DELETE FROM clock_shift');
    expect(await statesOf(core, offer, [owing, next])).toEqual(['released', 'placed']);
    await finishRelease(core, offer, releaseId);
  });

  test.each(['pause', 'close'] as const)('goes on for a waitlist after %s', async (act) => {
    const offer = await sellLater();
    const reference = await buyFrom(core, offer);
    await changeWaitlistState(core, offer, act);
    await releaseAll(core, offer, 1);
    expect(await statesOf(core, offer, [reference])).toEqual(['released']);
  });

  test('needs a waitlist that has sold, and a batch of the store', async () => {
    const merchant = await createMerchant(core);
    const [batch] = (await merchant.read(await merchant.create())).batches;
    const batchId = batch?.id ?? '';
    const begin = (changes: object) =>
      startRelease(core, { storeId: merchant.storeId, batchId, limit: null, ...changes });
    await expect(begin({})).rejects.toThrow(refused('invalid_transition', { data: { state: 'DRAFT' } }));
    const offer = await sellLater();
    await expect(begin({ storeId: offer.storeId })).rejects.toThrow(refused('batch_not_found'));
    for (const limit of [0, -1, 1.5, 1_000_001]) {
      await expect(begin({ limit })).rejects.toThrow(refused('invalid_parameter', { param: 'limit' }));
    }
    await expect(readRelease(database.db, offer.storeId, 'nonsense')).rejects.toThrow(refused('release_not_found'));
    const releaseId = await (async () => {
      await buyFrom(core, offer);
      return releaseAll(core, offer, 1);
    })();
    await expect(readRelease(database.db, merchant.storeId, releaseId)).rejects.toThrow(refused('release_not_found'));
    expect(await listReleases(database.db, merchant.storeId, { limit: 10 })).toEqual([]);
  });

  test('leaves other batches unchanged', async () => {
    const offer = await sellLater({ allocation: 1 });
    const first = await buyFrom(core, offer);
    await addBatch(core, offer, {
      shipWindow: { from: '2030-09-01', until: '2030-09-15' },
      variants: [{ variantId: offer.variantId, allocation: 5 }],
    });
    const second = await buyFrom(core, offer);
    const [, batch] = (await readWaitlist(database.db, offer.storeId, offer.waitlistId)).batches;
    const counts = [{ variantId: offer.variantId, counted: 5 }];
    await recordArrival(core, { storeId: offer.storeId, batchId: batch?.id ?? '', counts, key: null });
    const releaseId = await startRelease(core, { storeId: offer.storeId, batchId: batch?.id ?? '', limit: null });
    await finishRelease(core, offer, releaseId ?? '');
    expect(await statesOf(core, offer, [first, second])).toEqual(['placed', 'released']);
  });
});
