import type { CheckoutView, PaymentRequestBody, PaymentResult } from '../../../protocol/schema/frame-api.ts';
import { isPassing, type Refusal } from '../api-client.ts';
import { isGone } from './api.ts';
import type { FieldErrors } from './form.ts';
import { payButtonText } from './pay-button-text.ts';
import type { CardRequest, ProviderCard } from './provider-card.ts';
import { type Context, createIntents, marketingTicked, type Problem, type State, tellFailure } from './state.ts';
import { BLANK_CARD, type CardForm, cardErrors, cardToken, filledTestCard, withCardField } from './test-card.ts';

/** The second step: the card, the consent and the bank's answer. It ends with a pre-order or with the reason of a failure. */
export type PaymentStep = {
  editCard(field: keyof CardForm, value: string): void;
  useTestCard(number: string): void;
  /** Called when the shopper has changed something in the provider's form. */
  cardEdited(): void;
  setTerms(accepted: boolean): void;
  setMarketing(consent: boolean): void;
  pay(): Promise<void>;
  /** Called when the button was pressed while something covered it. */
  tellCovered(): void;
  /** Answers the test provider's second step. */
  answerAction(approve: boolean): Promise<void>;
  /** Asks after a reload what became of a payment that was under way. */
  resumePayment(): Promise<void>;
  /** Ends a payment that the bank leaves unanswered. */
  cancelPayment(): Promise<void>;
};

/** The outcomes that a step reports to the whole checkout. */
export type PaymentEnds = {
  /** Takes over the service's view of the checkout. */
  accept(view: CheckoutView): void;
  completed(view: CheckoutView): void;
  expired(): void;
  /** The amount has changed, so the shopper has to confirm it. */
  changed(view: CheckoutView): void;
};

// Delays between polls for a payment's outcome: short at first, then at the rate at which the bank can be expected to answer.
const WATCH_DELAYS_MS = [800, 1200, 2000, 3000, 4000];
const WATCH_DELAY_LATER_MS = 5000;
const SLOW_AFTER_MS = 12_000;

export function createPaymentStep(context: Context, ends: PaymentEnds): PaymentStep {
  const { state, set } = context;
  const withoutError = (field: string): FieldErrors => {
    const { [field]: _, ...others } = state().errors;
    return others;
  };
  const take = createOutcomes(context, ends, () => void watch());
  const watch = createWatch(context, take, ends.expired);
  return {
    editCard(field, value) {
      set({ card: withCardField(state().card, field, value), errors: withoutError(field) });
    },
    useTestCard(number) {
      const card = filledTestCard(number);
      set({ card, errors: state().errors.terms ? { terms: state().errors.terms } : {} });
    },
    cardEdited: () => state().errors.card && set({ errors: withoutError('card') }),
    setTerms: (termsAccepted) => set({ termsAccepted, errors: withoutError('terms') }),
    setMarketing: (marketing) => set({ marketing }),
    pay: createPay(context, ends, take),
    tellCovered: () =>
      set({
        problem: { title: context.t('covered.title'), text: context.t('covered.text') },
        focus: { on: 'problem' },
      }),
    answerAction: createAnswerAction(context, watch),
    async resumePayment() {
      const { checkout } = state();
      const answer = checkout && (await context.api.settle(checkout));
      if (answer?.ok) return take(answer.value);
      context.show('processing');
      await watch();
    },
    cancelPayment: createCancel(context, ends),
  };
}

function createCancel({ state, set, api, t }: Context, ends: PaymentEnds): () => Promise<void> {
  return async function cancelPayment() {
    const { checkout, busy } = state();
    if (busy || !checkout) return;
    set({ busy: 'cancel' });
    const answer = await api.abandon(checkout);
    set({ busy: null });
    if (answer.ok && answer.value.state === 'completed') return ends.completed(answer.value);
    if (answer.ok && answer.value.state !== 'held') return ends.expired();
    // The bank has not confirmed the cancellation, so the outcome is unknown and the polling continues.
    set({ announcement: t('processing.cancelling') });
  };
}

type Outcomes = (result: PaymentResult) => void;

function createPay(context: Context, ends: PaymentEnds, take: Outcomes): () => Promise<void> {
  const { state, set, api, offer, send, session } = context;
  const intents = createIntents();
  let submitted = '';
  // Kept until the answer is known, unless the shopper changes the card: a repeated request is the same payment.
  let token: string | null = null;
  return async function pay() {
    const { checkout, busy } = state();
    if (busy || !checkout) return;
    const errors = paymentErrors(context);
    if (Object.keys(errors).length > 0) return set({ errors, problem: null, focus: { on: 'errors' } });
    if (!context.card || context.card.changed()) token = null;
    token ??= await askToken(context, checkout, pay);
    if (token === null) return;
    const body: PaymentRequestBody = {
      token,
      termsAccepted: true,
      ...marketingOf(state()),
      total: checkout.total,
      dueNow: checkout.dueNow,
    };
    const intent = intents.keyFor(body);
    // A repeated request has the same intent and is the same submission: the page is told once.
    if (submitted !== intent) {
      submitted = intent;
      const payload = { skuId: checkout.variantId, releaseId: offer.waitlistId };
      session.write({ submitted: true });
      send({ t: 'event', name: 'PreorderCheckoutSubmitted', payload });
    }
    set({ busy: 'pay', problem: null, errors: {}, announcement: payButtonText(context, { paying: true }) });
    const answer = await api.pay(checkout, body, intent);
    set({ busy: null });
    if (answer.ok || !isPassing(answer.refusal)) {
      intents.answered();
      token = null;
    }
    if (answer.ok) return take(answer.value);
    await explainRefusal(context, answer.refusal, { ends, take, pay });
  };

  function paymentErrors({ state, t, card }: Context): FieldErrors {
    const terms = state().termsAccepted ? {} : { terms: t('error.terms') };
    if (state().checkout?.total === 0) return terms;
    if (!card) return { ...cardErrors(state().card, new Date(), t), ...terms };
    // The provider's form shows missing fields itself when it is asked for a token. That may open a wallet, so it is only
    // asked once the consent is given.
    return state().termsAccepted || card.complete() ? terms : { card: t('error.card'), ...terms };
  }
}

/** Returns the state of the box for marketing, if the checkout has one. */
function marketingOf(state: State): Pick<PaymentRequestBody, 'marketingConsent' | 'marketingLeftTicked'> {
  const marketingConsent = state.checkout?.marketing ? marketingTicked(state) : false;
  return { marketingConsent, ...(marketingConsent && state.marketing === null && { marketingLeftTicked: true }) };
}

// The card token of a checkout that costs nothing.
const NO_CARD = 'none';

/** Returns a token for the card, or null if the shopper has to do something first; then the error is shown. */
async function askToken(context: Context, checkout: CheckoutView, pay: () => Promise<void>): Promise<string | null> {
  const { card, state, set, t } = context;
  if (checkout.total === 0) return NO_CARD;
  if (!card) return cardToken(state().card);
  set({ busy: 'pay', problem: null, errors: {}, announcement: payButtonText(context, { paying: true }) });
  try {
    const token = await card.token(cardRequestOf(checkout));
    if (token === null) set({ errors: { card: t('error.card') }, focus: { on: 'errors' } });
    return token;
  } catch {
    const problem = payProblem(context, { code: 'unavailable' }, () => void pay());
    set({ problem, focus: { on: 'problem' } });
    return null;
  } finally {
    set({ busy: null });
  }
}

/** Returns the payment that the provider's card form is opened for. */
export function cardRequestOf({ dueNow, currency, paymentPlan }: CheckoutView): CardRequest {
  return { amount: dueNow, currency, keeps: paymentPlan !== 'pay_now' };
}

/** Handles each outcome of a payment: from the request itself, after the second step, or from polling. */
function createOutcomes(context: Context, ends: PaymentEnds, watch: () => void): Outcomes {
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
    const problem = { title: context.t('declined.title'), text: message };
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

function createAnswerAction({ state, set, api, t, show }: Context, watch: Watch) {
  return async function answerAction(approve: boolean) {
    const { action, busy } = state();
    if (!action || busy) return;
    set({ busy: approve ? 'approve' : 'refuse', problem: null });
    const answer = await api.testAction(action, approve);
    set({ busy: null });
    if (!answer.ok && answer.refusal.code === 'network') {
      const offer = { text: t('try_again'), act: () => void answerAction(approve) };
      return set({ problem: { title: t('network.title'), offer }, focus: { on: 'problem' } });
    }
    // Any answer, also a refusal (the step was answered before), means that the service knows the outcome.
    show('processing', { action: null });
    await watch({ atOnce: true });
  };
}

type Watch = (when?: { atOnce: boolean }) => Promise<void>;

/** Polls the service for the outcome of a payment until it is known. */
function createWatch(context: Context, take: Outcomes, gone: () => void): Watch {
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

type Ways = { ends: PaymentEnds; take: Outcomes; pay: () => Promise<void> };

/** Shows why a payment was not tried. Unless the outcome is unknown, the page is told that the submission failed. */
async function explainRefusal(context: Context, refusal: Refusal, { ends, take, pay }: Ways): Promise<void> {
  const { state, set, api, t } = context;
  const checkout = state().checkout;
  const { code } = refusal;
  if (checkout && (code === 'payment_in_progress' || code === 'checkout_completed')) {
    const answer = await api.settle(checkout);
    if (answer.ok) return take(answer.value);
  }
  if (checkout && code === 'payment_in_progress') {
    return take({ outcome: 'processing', message: '', action: null, checkout });
  }
  if (isGone(code)) return ends.expired();
  if (checkout && code === 'checkout_changed') {
    const answer = await api.read(checkout);
    if (answer.ok) {
      tellFailure(context, t('changed.title'));
      return ends.changed(answer.value);
    }
  }
  const problem = payProblem(context, refusal, () => void pay());
  // Without an answer nothing has failed yet: a retry of this payment may succeed.
  if (!isPassing(refusal)) tellFailure(context, problem.title);
  set({ problem, focus: { on: 'problem' } });
}

function payProblem({ t }: Context, { code }: Pick<Refusal, 'code'>, again: () => void): Problem {
  const offer = { text: t('try_again'), act: again };
  if (code === 'network') return { title: t('network.title'), text: t('network.text_paying'), offer };
  if (code === 'rate_limited') return { title: t('rate_limited.title'), text: t('rate_limited.text'), offer };
  return { title: t('unavailable_now.title'), text: t('unavailable_now.text'), offer };
}
