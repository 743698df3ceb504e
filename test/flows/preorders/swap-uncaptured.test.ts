import { afterAll, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { readLatestAttemptOf } from '../../../src/core/payments/queries.ts';
import { finishSwap } from '../../../src/core/preorders/commands/finish-swap.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { findPreorder, readPreorder } from '../../../src/core/preorders/queries.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { placeFrom } from '../../support/buy.ts';
import { createSizes, type Size } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

/** Buys two medium ones whose authorisation no job has captured yet. */
async function buyUncaptured() {
  const offer = await createSizes(core, { prices: [9_900, 12_900, 14_900] });
  const { id, lines } = await readPreorder(database.db, offer.storeId, await placeFrom(core, offer, { quantity: 2 }));
  const key = { storeId: offer.storeId, preorderId: id };
  const lineId = lines[0]?.id ?? '';
  return {
    offer,
    key,
    async become({ variantExternalId }: Size, now: number) {
      const swapped = await swapVariant(core, { ...key, lineId, variantExternalId, now, later: 0 });
      if (swapped.kind === 'done') return;
      const token = testCardToken('4242424242424242');
      await payPreorder(core, { ...key, purpose: 'swap', swapId: swapped.swapId, amount: now, token });
      const attempt = await readLatestAttemptOf(database.db, key);
      await finishSwap(core, { storeId: key.storeId, attemptId: attempt?.id ?? '' });
    },
    async capture() {
      await moveMoney(core, key.storeId, key.preorderId);
      const { lines } = (await findPreorder(database.db, key.storeId, key.preorderId)) ?? { lines: [] };
      return lines.map(({ variantTitle, state, paid, refunded, total }) => [
        variantTitle,
        state,
        paid - refunded - total,
      ]);
    },
  };
}

test('keeps both authorisations when the line item becomes dearer before the capture', async () => {
  const { offer, become, capture } = await buyUncaptured();
  await become(offer.sizes.large, 2_000);
  expect(await capture()).toEqual([
    ['Large', 'placed', 0],
    ['Medium', 'placed', 0],
  ]);
});

test('keeps them when the line item becomes cheaper, dearer and cheaper again before the capture', async () => {
  const { offer, become, capture } = await buyUncaptured();
  await become(offer.sizes.small, -3_000);
  await become(offer.sizes.large, 5_000);
  await become(offer.sizes.medium, -2_000);
  expect(await capture()).toEqual([
    ['Medium', 'placed', 0],
    ['Medium', 'placed', 0],
  ]);
});
