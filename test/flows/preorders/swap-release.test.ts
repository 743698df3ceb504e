import { afterAll, expect, test } from 'vitest';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { listPreorders } from '../../../src/core/preorders/queries/list.ts';
import { readQueuePlaces } from '../../../src/core/releases/queries/queue.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { arrive, finishRelease, runJobs, startReleaseOf } from '../../support/release.ts';
import { createSizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

const resultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? error,
  );

test.each(['pay_now', 'deposit'] as const)(
  '%s: gives every line item one outcome when swaps, a release, cancellations and goodwill run at once',
  async (plan) => {
    const deposit = plan === 'deposit' ? { deposit: { kind: 'percent', value: 2_000 } as const } : {};
    const offer = await createSizes(core, {
      units: [40, 40, 40],
      prices: [9_900, 12_900, 14_900],
      plan: { plan, ...deposit },
    });
    const { storeId } = offer;
    for (let count = 0; count < 14; count += 1) await buyFrom(core, offer);
    const waiting = await listPreorders(core.db, storeId, { waitlistId: offer.waitlistId, limit: 50 });
    const lines = waiting.map(({ id, lines }) => ({ storeId, preorderId: id, lineId: lines[0]?.id ?? '' }));
    await arrive(core, offer, 8);
    const releaseId = (await startReleaseOf(core, offer)) ?? '';
    const wish = { variantExternalId: offer.sizes.small.variantExternalId };
    const difference = plan === 'pay_now' ? { now: -3_000, later: 0 } : { now: 0, later: -3_000 };
    const acts = lines.flatMap((line, index) => [
      resultOf(swapVariant(core, { ...line, ...wish, ...difference })),
      ...(index % 4 === 0 ? [resultOf(cancelLines(core, { ...line, lineIds: null }))] : []),
      ...(index % 4 === 1 ? [resultOf(giveBack(core, { ...line, amount: 100, reason: 'Sorry.' }))] : []),
    ]);
    const results = await Promise.all([...acts, resultOf(finishRelease(core, offer, releaseId))]);
    const known = [
      'ok',
      'line_not_swappable',
      'line_not_cancellable',
      'swap_changed',
      'nothing_to_give_back',
      'refund_too_large',
    ];
    expect(results.filter((result) => !known.includes(String(result)))).toEqual([]);
    await finishRelease(core, offer, releaseId);
    await runJobs(core, storeId);

    const after = (await listPreorders(core.db, storeId, { waitlistId: offer.waitlistId, limit: 50 })).flatMap(
      (preorder) => preorder.lines,
    );
    const released = after.filter(({ state }) => state === 'released');
    // Only the arrived size was released. A free unit is left only where no line item waits for it.
    expect(released.every(({ variantTitle }) => variantTitle === 'Medium')).toBe(true);
    const wanting = after.filter(({ state, variantTitle }) => state === 'placed' && variantTitle === 'Medium');
    expect(released.length === 8 || wanting.length === 0).toBe(true);
    for (const line of after) {
      const due = line.state === 'cancelled' ? line.kept : line.state === 'released' ? line.total : line.dueNow;
      const back = line.state === 'cancelled' ? 0 : line.givenBack;
      expect(line.paid - line.refunded, `${line.state} ${line.variantTitle}`).toBe(Math.max(0, due - back));
    }
  },
);

test('keeps the place in the queue after a swap, also in the queue of the other size', async () => {
  const offer = await createSizes(core, { prices: [12_900, 12_900, 12_900] });
  const first = await buyFrom(core, offer);
  await buyFrom(core, { ...offer, ...offer.sizes.small });
  const all = await listPreorders(core.db, offer.storeId, { waitlistId: offer.waitlistId, limit: 5 });
  const mine = all.find(({ reference }) => reference === first);
  const lineId = mine?.lines[0]?.id ?? '';
  const key = { storeId: offer.storeId, preorderId: mine?.id ?? '' };
  await swapVariant(core, { ...key, lineId, variantExternalId: offer.sizes.small.variantExternalId, now: 0, later: 0 });
  const places = await readQueuePlaces(core.db, key, { always: true });
  expect([...places]).toEqual([[lineId, 1]]);
});
