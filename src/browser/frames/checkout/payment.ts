import type { CheckoutView, PaymentRequestBody } from '../../../protocol/schema/frame-api.ts';
import { isPassing, type Refusal } from '../api-client.ts';
import { isGone } from './api.ts';
import type { FieldErrors } from './form.ts';
import { createOutcomes, createWatch, type Outcomes, type PaymentEnds, type Watch } from './outcomes.ts';
import { payButtonText } from './pay-button-text.ts';
import type { CardRequest } from './provider-card.ts';
import { type Context, createIntents, marketingTicked, type Problem, type State, tellFailure } from './state.ts';
import { type CardForm, cardErrors, cardToken, filledTestCard, withCardField } from './test-card.ts';

/** The second step: the card, the consent and the bank's answer. It ends with a pre-order or with the reason of a failure. */
export type PaymentStep = {
  editCard(field: keyof CardForm, value: string): void;
  useTestCard(number: string): void;
  /** Called when the shopper has changed something in the provider's form. */
  cardEdited(): void;
  setTerms(accepted: boolean): void;
  setMarketing(consent: boolean): void;
  pay(): Promise<void>;
  /** Pays what is held with the token of a wallet, whose shopper has agreed before it opened. */
  payByWallet(token: string): Promise<void>;
  /** Called when the button was pressed while something covered it. */
  tellCovered(): void;
  /** Answers the test provider's second step. */
  answerAction(approve: boolean): Promise<void>;
  /** Asks after a reload what became of a payment that was under way. */
  resumePayment(): Promise<void>;
  /** Ends a payment that the bank leaves unanswered. */
  cancelPayment(): Promise<void>;
};

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
    ...createPay(context, ends, take),
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

function createPay(context: Context, ends: PaymentEnds, take: Outcomes): Pick<PaymentStep, 'pay' | 'payByWallet'> {
  const { state, set } = context;
  const send = createSend(context, ends, take);
  // Kept until the answer is known, unless the shopper changes the card: a repeated request is the same payment.
  let token: string | null = null;
  async function pay() {
    const { checkout, busy } = state();
    if (busy || !checkout) return;
    const errors = paymentErrors(context);
    if (Object.keys(errors).length > 0) return set({ errors, problem: null, focus: { on: 'errors' } });
    if (!context.card || context.card.changed()) token = null;
    token ??= await askToken(context, checkout, pay);
    if (token !== null && (await send(checkout, { token, ...marketingOf(state()) }, pay))) token = null;
  }
  async function payByWallet(given: string) {
    const { checkout, busy } = state();
    if (busy || !checkout) return;
    const body = { token: given, byWallet: true, marketingConsent: false } as const;
    await send(checkout, body, () => payByWallet(given));
  }
  return { pay, payByWallet };

  function paymentErrors({ state, t, card }: Context): FieldErrors {
    const terms = state().termsAccepted ? {} : { terms: t('error.terms') };
    if (state().checkout?.total === 0) return terms;
    if (!card) return { ...cardErrors(state().card, new Date(), t), ...terms };
    // The provider's form shows missing fields itself when it is asked for a token. That may open a wallet, so it is only
    // asked once the consent is given.
    return state().termsAccepted || card.complete() ? terms : { card: t('error.card'), ...terms };
  }
}

type Send = (
  checkout: CheckoutView,
  given: Omit<PaymentRequestBody, 'termsAccepted' | 'total' | 'dueNow'>,
  again: () => Promise<void>,
) => Promise<boolean>;

/** Sends payments. Resolves with whether the outcome of this one is known; `again` repeats it. */
function createSend(context: Context, ends: PaymentEnds, take: Outcomes): Send {
  const { set, api, offer, send: tell, session } = context;
  const intents = createIntents();
  let submitted = '';
  return async function send(checkout, given, again) {
    const { total, dueNow } = checkout;
    const body: PaymentRequestBody = { ...given, termsAccepted: true, total, dueNow };
    const intent = intents.keyFor(body);
    // A repeated request has the same intent and is the same submission: the page is told once.
    if (submitted !== intent) {
      submitted = intent;
      const payload = { skuId: checkout.variantId, releaseId: offer.waitlistId };
      session.write({ submitted: true });
      tell({ t: 'event', name: 'PreorderCheckoutSubmitted', payload });
    }
    set({ busy: 'pay', problem: null, errors: {}, announcement: payButtonText(context, { paying: true }) });
    const answer = await api.pay(checkout, body, intent);
    set({ busy: null });
    const isOver = answer.ok || !isPassing(answer.refusal);
    if (isOver) intents.answered();
    if (answer.ok) take(answer.value);
    else await explainRefusal(context, answer.refusal, { ends, take, pay: again });
    return isOver;
  };
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

type RefusalActions = { ends: PaymentEnds; take: Outcomes; pay: () => Promise<void> };

/** Shows why a payment was not tried. Unless the outcome is unknown, the page is told that the submission failed. */
async function explainRefusal(context: Context, refusal: Refusal, { ends, take, pay }: RefusalActions): Promise<void> {
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
