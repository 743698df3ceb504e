import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { recordArrival } from '../../../src/core/releases/commands/arrive.ts';
import { previewRelease } from '../../../src/core/releases/queries/preview.ts';
import { readQueuePlaces } from '../../../src/core/releases/queries/queue.ts';
import { listArrivals } from '../../../src/core/releases/queries.ts';
import { updateWaitlist } from '../../../src/core/waitlists/commands/update.ts';
import { keepBooksSound } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import type { OfferOptions } from '../../support/core.ts';
import { LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { refused } from '../../support/refusal.ts';
import { arrive, createLaterOffer, firstBatch, preorderOf, releaseAll, unitsOf } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
keepBooksSound(() => database.db, false);

const sellLater = (options: Partial<OfferOptions> = {}) => createLaterOffer(core, options);

describe('a delivery', () => {
  test('is counted in all, so that a repeated count changes nothing and another one corrects it', async () => {
    const offer = await sellLater();
    expect(await arrive(core, offer, 5)).toBe(true);
    expect(await arrive(core, offer, 5)).toBe(false);
    expect(await arrive(core, offer, 3)).toBe(true);
    expect(await arrive(core, offer, 25)).toBe(true); // more than the allocation
    expect(await unitsOf(core, offer)).toMatchObject({ allocated: 20, arrived: 25, released: 0 });
    const arrivals = await listArrivals(database.db, offer.storeId, await firstBatch(core, offer));
    expect(arrivals.map(({ units }) => units[0]?.delta)).toEqual([22, -2, 5]);
    await expect(database.db.query('UPDATE arrival_unit SET delta = 1')).rejects.toThrow('append-only');
  });

  test('is not counted again by a late request with the same key', async () => {
    const offer = await sellLater();
    const batchId = await firstBatch(core, offer);
    const count = (counted: number, key: string | null) =>
      recordArrival(core, {
        storeId: offer.storeId,
        batchId,
        counts: [{ variantId: offer.variantId, counted }],
        key,
      });
    expect(await count(10, 'dock-1')).toBe(true);
    expect(await count(12, null)).toBe(true);
    expect(await count(10, 'dock-1')).toBe(false);
    expect((await unitsOf(core, offer)).arrived).toBe(12);
    await expect(count(11, 'dock-1')).rejects.toThrow(refused('idempotency_mismatch'));
  });

  test('cannot be counted below what was released of it', async () => {
    const offer = await sellLater();
    await Promise.all([buyFrom(core, offer), buyFrom(core, offer)]);
    await releaseAll(core, offer, 2);
    await expect(arrive(core, offer, 1)).rejects.toThrow(refused('arrived_below_released', { data: { floor: 2 } }));
    expect(await arrive(core, offer, 3)).toBe(true);
  });

  test('that several clerks count at once has the count of one of them', async () => {
    const offer = await sellLater();
    await Promise.all([4, 9, 7, 9, 4, 7].map((counted) => arrive(core, offer, counted)));
    expect([4, 7, 9]).toContain((await unitsOf(core, offer)).arrived);
  });

  test('is refused when it makes no sense, and none of it counts', async () => {
    const [offer, elsewhere] = [await sellLater(), await sellLater()];
    const batchId = await firstBatch(core, offer);
    const good = { variantId: offer.variantId, counted: 1 };
    const count = (changes: object) =>
      recordArrival(core, { storeId: offer.storeId, batchId, counts: [good], key: null, ...changes });
    const wrong: [object, string][] = [
      [{ counts: [] }, 'missing_parameter'],
      [{ counts: [good, { ...good, counted: 2 }] }, 'invalid_parameter'],
      [{ counts: [{ ...good, counted: -1 }] }, 'invalid_parameter'],
      [{ counts: [{ ...good, counted: 0.5 }] }, 'invalid_parameter'],
      [{ counts: [{ ...good, counted: 10_000_001 }] }, 'invalid_parameter'],
      [{ counts: [good, { variantId: randomUUID(), counted: 1 }] }, 'unknown_variant'],
      [{ counts: [{ variantId: elsewhere.variantId, counted: 1 }] }, 'unknown_variant'],
      [{ key: '' }, 'invalid_parameter'],
      [{ key: 'k'.repeat(201) }, 'invalid_parameter'],
      [{ batchId: 'nonsense' }, 'batch_not_found'],
      [{ storeId: elsewhere.storeId }, 'batch_not_found'],
    ];
    for (const [changes, code] of wrong) await expect(count(changes), code).rejects.toThrow(refused(code));
    expect((await unitsOf(core, offer)).arrived).toBe(0);
  });

  test('grows when a line item is released by hand beyond the count', async () => {
    const offer = await sellLater();
    const [first, second] = [await buyFrom(core, offer), await buyFrom(core, offer)];
    await arrive(core, offer, 1);
    for (const reference of [first, second]) {
      const { id } = await preorderOf(core, offer, reference);
      await advanceLines(core, { storeId: offer.storeId, preorderId: id, to: 'released', lineIds: null });
    }
    expect(await unitsOf(core, offer)).toMatchObject({ arrived: 2, released: 2 });
    const [byHand] = await listArrivals(database.db, offer.storeId, await firstBatch(core, offer));
    expect(byHand).toMatchObject({ reason: 'by_hand', units: [{ counted: 2, delta: 1 }] });
  });
});

describe('a preview', () => {
  test('says who was asked about a moved date and has not answered', async () => {
    const offer = await sellLater();
    const [silent, waiting] = [await buyFrom(core, offer), await buyFrom(core, offer)];
    await moveDates({ core, offer }, LATER);
    await arrive(core, offer, 2);
    const { storeId } = offer;
    const [notice] = await noticesOf(core, storeId, waiting);
    const { id: preorderId, noticeId } = { ...(await preorderOf(core, offer, waiting)), noticeId: notice?.id ?? '' };
    await answerQuestion(core, { storeId, preorderId, noticeId, choice: 'wait', givenBy: 'merchant' });
    const { lines } = await previewRelease(core, { storeId, batchId: await firstBatch(core, offer) }, null);
    expect(lines.map(({ reference, unanswered }) => [reference, unanswered])).toEqual([
      [silent, true],
      [waiting, false],
    ]);
  });

  test('shows who gets what, the charges, expired cards and who keeps waiting, and changes nothing', async () => {
    const offer = await sellLater({ plan: { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 } } });
    const references = [
      await buyFrom(core, offer),
      await buyFrom(core, offer, { quantity: 2 }),
      await buyFrom(core, offer),
    ];
    const [, second] = await Promise.all(references.map((reference) => preorderOf(core, offer, reference)));
    await database.db.query(`UPDATE payment_method SET expires_on = '2020-01-31' WHERE preorder_id = $1`, [second?.id]);
    await arrive(core, offer, 3);
    const batchId = await firstBatch(core, offer);
    const preview = (limit: number | null) => previewRelease(core, { storeId: offer.storeId, batchId }, limit);
    const told = await preview(null);
    expect(told.lines.map(({ reference, card }) => [reference, card.state])).toEqual([
      [references[0], 'kept'],
      [references[1], 'expired'],
      [references[1], 'expired'],
    ]);
    expect(told.leftOut.map(({ reference }) => reference)).toEqual([references[2]]);
    expect(told.charge).toBe(told.lines.reduce((sum, { charge }) => sum + charge, 0));
    expect(told.lines[0]?.charge).toBe(13_390 - 2_678); // a fifth of 129.00 and 4.90 was the deposit
    expect(told.lines.map(({ together, unanswered }) => [together, unanswered])).toEqual([
      [1, false],
      [2, false],
      [2, false],
    ]);
    const limited = await preview(1);
    expect([limited.lines.length, limited.leftOut.length]).toEqual([1, 3]);
    expect((await preview(null)).lines).toEqual(told.lines);
    await releaseAll(core, offer, 3);
    const [taken] = await database.db.query<{ amount: number }>(
      `SELECT sum(amount)::bigint AS amount FROM movement WHERE store_id = $1 AND kind = 'charge' AND state = 'done'`,
      [offer.storeId],
    );
    expect(taken?.amount).toBe(told.charge); // the test provider accepts the expired card
  });
});

describe('the place in the queue', () => {
  test('is shown for waiting line items where the merchant wants it', async () => {
    const offer = await sellLater();
    const references = [await buyFrom(core, offer, { quantity: 2 }), await buyFrom(core, offer, { quantity: 2 })];
    const places = async (reference = '', always = false) => {
      const { id: preorderId } = await preorderOf(core, offer, reference);
      return [...(await readQueuePlaces(database.db, { storeId: offer.storeId, preorderId }, { always })).values()];
    };
    expect(await places(references[1])).toEqual([]);
    expect(await places(references[1], true)).toEqual([3, 4]);
    await updateWaitlist(core, offer, { showPosition: true });
    expect([await places(references[0]), await places(references[1])]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await releaseAll(core, offer, 3);
    expect([await places(references[0]), await places(references[1])]).toEqual([[], [1]]);
    const [gone, behind] = [await buyFrom(core, offer, { email: 'gone@shopper.example' }), await buyFrom(core, offer)];
    expect([await places(gone), await places(behind)]).toEqual([[2], [3]]);
    await erase(core, { storeId: offer.storeId, email: 'gone@shopper.example' }, { openToo: true });
    expect([await places(gone), await places(behind)]).toEqual([[], [2]]);
  });
});
