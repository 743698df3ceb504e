import type { CheckoutView, PaymentResult } from '../../../protocol/schema/frame-api.ts';
import { isGone } from './api.ts';
import type { ProviderCard } from './provider-card.ts';
import { type Context, type Problem, tellFailure } from './state.ts';
import { BLANK_CARD } from './test-card.ts';

/** The outcomes that a step reports to the whole checkout. */
export type PaymentEnds = {
  /** Takes over the service's view of the checkout. */
  accept(view: CheckoutView): void;
  completed(view: CheckoutView): void;
  expired(): void;
  /** The amount has changed, so the shopper has to confirm it. */
  changed(view: CheckoutView): void;
};

export type Outcomes = (result: PaymentResult) => void;

// Delays between polls for a payment's outcome: short at first, then at the rate at which the bank can be expected to answer.
const WATCH_DELAYS_MS = [800, 1200, 2000, 3000, 4000];
const WATCH_DELAY_LATER_MS = 5000;
const SLOW_AFTER_MS = 12_000;

/** Handles each outcome of a payment: from the request itself, after the second step, or from polling. */
export function createOutcomes(context: Context, ends: PaymentEnds, watch: () => void): Outcomes {
  const { state, set, show, t } = context;
  const take: Outcomes = ({ outcome, message, action, checkout }) => {
    ends.accept(checkout);
    if (outcome === 'completed') return ends.completed(checkout);
    if (outcome === 'processing') {
      if (state().screen !== 'processing') show('processing', { announcement: context.t('processing.text') });
      return watch();
    }
    if (outcome === 'requires_action' && action) {
      return context.card ? void finishAction(action.clientSecret, context.card) : show('challenge', { action });
    }
    if (checkout.state !== 'held') return ends.expired();
    tellFailure(context, message);
    const problem: Problem = { title: context.t('declined.title'), text: message, at: 'card' };
    const changes = { problem, card: BLANK_CARD, action: null, focus: { on: 'problem' } as const };
    if (state().screen === 'payment') set(changes);
    else show('payment', changes);
  };
  /** Lets the provider show the bank's step, then asks the service for the outcome. The step may have changed nothing. */
  async function finishAction(clientSecret: string, card: ProviderCard) {
    set({ busy: 'pay' });
    await card.finish(clientSecret).catch(() => {});
    const { checkout } = state();
    const answer = checkout && (await context.api.settle(checkout));
    set({ busy: null });
    if (!answer?.ok) {
      show('processing', { announcement: t('processing.text') });
      return watch();
    }
    const still = answer.value.outcome === 'requires_action';
    take(
      still ? { ...answer.value, outcome: 'declined', message: t('declined.not_paid'), action: null } : answer.value,
    );
  }
  return take;
}

export type Watch = (when?: { atOnce: boolean }) => Promise<void>;

/** Polls the service for the outcome of a payment until it is known. */
export function createWatch(context: Context, take: Outcomes, gone: () => void): Watch {
  const { state, set, api } = context;
  let watching = false;
  return async function watch({ atOnce } = { atOnce: false }) {
    const since = Date.now();
    if (watching) return;
    watching = true;
    for (let round = 0; state().screen === 'processing'; round += 1) {
      const delay = atOnce && round === 0 ? 0 : (WATCH_DELAYS_MS[round] ?? WATCH_DELAY_LATER_MS);
      await new Promise((resolve) => setTimeout(resolve, delay));
      const checkout = state().checkout;
      if (!checkout) break;
      const answer = await api.settle(checkout);
      if (!state().slow && Date.now() - since > SLOW_AFTER_MS) {
        set({ slow: true, announcement: context.t('processing.slow', { email: checkout.email }) });
      }
      if (answer.ok && answer.value.outcome === 'processing') continue;
      if (!answer.ok && !isGone(answer.refusal.code)) continue;
      watching = false;
      return answer.ok ? take(answer.value) : gone();
    }
    watching = false;
  };
}
