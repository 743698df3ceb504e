import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { textOf } from '../../../packages/stripe-stand-in/src/json.ts';
import { audit } from '../../../src/core/audits/commands.ts';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { buyFrom } from '../../support/buy.ts';
import type { Core } from '../../support/core.ts';
import { coreOf } from '../../support/pay-link.ts';
import { createSizes } from '../../support/sizes.ts';
import { approveAt } from '../../support/stripe.ts';
import { listOf, openStripeStore, type StripeStore } from '../../support/stripe-store.ts';
import { attemptsOf, countHeld } from '../../support/swaps.ts';

// Several swaps with one payment, at the stand-in for Stripe, with the jobs and webhooks of a running service.
let stripe: StripeStore;
let core: Core;
beforeAll(async () => {
  stripe = await openStripeStore();
  core = coreOf(stripe.system.deps);
});
afterAll(async () => {
  expect(await audit(core, stripe.store.storeId)).toEqual([]);
  await stripe.stop();
});

const soon = { timeout: 20_000, interval: 100 };
const DIFFERENCE = 6_000;

async function tokenOf(card: string): Promise<string> {
  return textOf((await stripe.ask('/v1/test_helpers/confirmation_tokens', `payment_method=${card}`)).id);
}

/** Buys three medium ones and asks for three large ones. */
async function askForThree() {
  const { storeId, storeKey } = stripe.store;
  const offer = await createSizes(core, {
    prices: [10_000, 12_900, 14_900],
    storeOf: { storeId, storeKey } as never,
  });
  const reference = await buyFrom(core, offer, { quantity: 3, token: await tokenOf('pm_card_visa') });
  const { id: preorderId, lines } = await readPreorder(core.db, storeId, reference);
  const [lineId = '', ...alsoLineIds] = lines.map(({ id }) => id);
  const variantId = offer.sizes.large.variantExternalId;
  const key = { storeId, preorderId };
  const swapped = await swapVariant(core, {
    ...key,
    lineId,
    alsoLineIds,
    variantExternalId: variantId,
    now: DIFFERENCE,
    later: 0,
  });
  if (swapped.kind !== 'payment') throw new Error('the swap needs no payment');
  const { swapId } = swapped;
  return {
    pay: async (card: string) =>
      payPreorder(core, { ...key, purpose: 'swap', swapId, amount: DIFFERENCE, token: await tokenOf(card) }),
    async expectDone() {
      await vi.waitFor(async () => {
        const { lines: now } = await readPreorder(core.db, storeId, reference);
        expect(now.map(({ variantTitle }) => variantTitle)).toEqual(['Large', 'Large', 'Large']);
        expect(now.map(({ paid, refunded }) => paid - refunded)).toEqual(now.map(({ total }) => total));
      }, soon);
      expect(await countHeld(core.db, offer)).toBe(0);
      expect(await attemptsOf(core.db, key)).toEqual([{ state: 'placed', amount: DIFFERENCE }]);
      // At the provider there is one payment of the difference, taken once.
      const intents = listOf(await stripe.ask('/v1/payment_intents?limit=100', '', 'GET'));
      const [row] = await core.db.query<{ ref: string }>(
        'SELECT provider_ref AS ref FROM attempt WHERE preorder_id = $1',
        [preorderId],
      );
      expect(intents.filter(({ id }) => id === row?.ref)).toMatchObject([{ amount_received: DIFFERENCE }]);
    },
  };
}

test('three are swapped with one payment after a card that was declined', async () => {
  const { pay, expectDone } = await askForThree();
  expect(await pay('pm_card_visa_chargeDeclinedInsufficientFunds')).toMatchObject({ kind: 'declined' });
  expect(await pay('pm_card_visa')).toEqual({ kind: 'completed' });
  await expectDone();
});

test('the webhook alone completes it after the second step', async () => {
  const { pay, expectDone } = await askForThree();
  const asked = await pay('pm_card_authenticationRequired');
  if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
  await approveAt(stripe.standIn.stripe.url)(asked);
  await expectDone();
});

test('answers that are lost, and a second click, charge nothing twice', async () => {
  const { pay, expectDone } = await askForThree();
  await stripe.fault('drop_after', { method: 'POST', path: '/v1/payment_intents/', times: '3' });
  await Promise.allSettled([pay('pm_card_visa'), pay('pm_card_visa')]);
  await pay('pm_card_visa').catch(() => {});
  await expectDone();
});
