import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import { createdEvent } from '../../../protocol/wire/created-event.ts';
import type { ToCheckout } from '../../../protocol/wire/frame-messages.ts';
import { type Answer, isPassing } from '../api-client.ts';
import { readCustomerData } from './customer-data.ts';
import { createDiscountField, type DiscountField } from './discount.ts';
import { likelyCountry } from './form.ts';
import { createPaymentStep, type PaymentStep } from './payment.ts';
import { createShippingStep, type ShippingStep } from './shipping.ts';
import { type Context, type State, tellFailure } from './state.ts';
import { BLANK_CARD } from './test-card.ts';
import { createBack, followVisits, reopen, withDraft } from './visits.ts';
import { loadWallets, type WalletSteps } from './wallet-loader.ts';

/** The actions of all steps. */
export type Flow = ShippingStep &
  PaymentStep &
  DiscountField & {
    receive(message: ToCheckout): void;
    /** Returns from Payment to Shipping and keeps the hold. */
    back(): void;
    /** Asks for the same units again after the hold ended. */
    startAgain(): Promise<void>;
    /** Begins another pre-order from a confirmation that is shown again. */
    orderAnother(): void;
    close(): void;
  };

export function createFlow(context: Context): Flow {
  const { state, set, show, session, send } = context;
  const holdClock = createHoldClock(context);

  function accept(view: CheckoutView) {
    if (view.state === 'held') session.write({ checkout: { id: view.id, secret: view.secret }, draft: undefined });
    set({
      checkout: view,
      holdEndsAt: view.holdMsLeft === null ? null : Date.now() + view.holdMsLeft,
      ...ticksOf(state(), view),
    });
    holdClock.watch();
  }
  function expired() {
    tellFailure(context, context.t('expired.title'));
    session.clear();
    show('expired', { checkout: null, holdEndsAt: null, busy: null });
  }
  function completed(view: CheckoutView) {
    const { preorder } = view;
    const shownAgain = session.read().announced === preorder?.reference;
    const announcement = `${context.t('done.reference')}: ${preorder?.reference ?? ''}`;
    show('done', { checkout: view, holdEndsAt: null, busy: null, shownAgain, announcement });
    if (!preorder || shownAgain) return;
    session.write({ checkout: { id: view.id, secret: view.secret }, announced: preorder.reference, submitted: false });
    const payload = createdEvent({ ...view, preorder }, context.offer.currencyDigits);
    send({ t: 'event', name: 'PreorderCreated', payload });
  }
  const enterPayment = (view: CheckoutView, changes: Partial<State> = {}) => {
    accept(view);
    show('payment', changes);
  };
  const changed = (view: CheckoutView) => enterPayment(view, amountChanged(context));

  const shipping = createShippingStep(context, {
    held: (view) => enterPayment(view),
    unchanged: () => show('payment'),
    completed,
    paying: () => paying(),
  });
  const payment: PaymentStep = createPaymentStep(context, { accept, completed, expired, changed });
  const paying = () => payment.resumePayment();
  const discount = createDiscountField(context, { accept, completed, expired, paying });
  const resume = createResume(context, { accept, completed, resumePayment: payment.resumePayment });
  holdClock.onEnd(createHoldEnd(context, { accept, completed, expired }));
  followVisits(context, holdClock.check);
  const close = createClose(context);

  return {
    ...shipping,
    ...payment,
    ...discount,
    receive: createReceive(context, resume, {
      shipping,
      close,
      wallets: { accept, changed, enterPayment, ...payment },
    }),
    back: () => show('shipping'),
    startAgain: shipping.submit,
    orderAnother: () => orderAnother(context),
    close,
  };
}

function orderAnother({ session, show }: Context): void {
  session.clear();
  show('shipping', { checkout: null, shownAgain: false, card: BLANK_CARD, termsAccepted: false, marketing: null });
}

function amountChanged({ t }: Context): Partial<State> {
  return { problem: { title: t('changed.title'), text: t('changed.text') }, focus: { on: 'problem' } };
}

type WalletEnds = Record<'accept' | 'changed' | 'enterPayment', (view: CheckoutView) => void> &
  Pick<PaymentStep, 'payByWallet'>;

function createWalletSteps(ends: WalletEnds, shipping: ShippingStep): WalletSteps {
  return {
    async hold() {
      const view = await shipping.hold();
      if (view) ends.accept(view);
      return view;
    },
    look: (view, amountsChanged) => (amountsChanged ? ends.changed(view) : ends.enterPayment(view)),
    payByWallet: ends.payByWallet,
  };
}

/**
 * Keeps a tick only while the text beside it is the same: a new amount, for example, changes the consent text. Where a sentence at the
 * button takes the place of the box, there is nothing to tick.
 */
function ticksOf({ checkout, termsAccepted, marketing }: State, view: CheckoutView) {
  return {
    termsAccepted: view.byButton || (termsAccepted && checkout?.consentText === view.consentText),
    marketing: checkout?.marketing?.text === view.marketing?.text ? marketing : null,
  };
}

function createClose({ state, session, send }: Context) {
  return () => {
    if (state().screen === 'done') session.clear();
    send({ t: 'close' });
  };
}

type Ends = Record<'accept' | 'completed', (view: CheckoutView) => void> & { expired: () => void };

function createHoldEnd({ state, set, api }: Context, { accept, completed, expired }: Ends) {
  return async (checkout: CheckoutView) => {
    const read = await api.read(checkout);
    if (read.ok && read.value.state === 'held' && (read.value.holdMsLeft ?? 0) > 0) return accept(read.value);
    const { screen, busy } = state();
    if (busy || (screen !== 'payment' && screen !== 'shipping')) return;
    // Ends the hold now instead of waiting for the service's sweep: the shopper may want the same units again at once.
    const ended = await api.abandon(checkout);
    if (ended.ok && ended.value.state === 'completed') return completed(ended.value);
    if (screen === 'payment') expired();
    else set({ checkout: null, holdEndsAt: null });
  };
}

type Begin = { shipping: ShippingStep; close(): void; wallets: WalletEnds };

function createReceive(context: Context, resume: () => Promise<void>, begin: Begin) {
  const { state, set, offer, session } = context;
  const back = createBack(context, begin.close);
  let opened = false;
  return (message: ToCheckout) => {
    if (message.t === 'back') back();
    if (message.t === 'open') {
      const known = offer.variants.find(({ id }) => id === message.variantId)?.id;
      if (opened) return reopen(context, message, known);
      opened = true;
      const only = offer.variants.length === 1 ? offer.variants[0]?.id : undefined;
      const country = likelyCountry(offer, navigator.languages);
      const { form } = state();
      set({
        lineItemProperties: message.lineItemProperties ?? null,
        ...withDraft({ ...form, variantId: known ?? only ?? '', address: { ...form.address, country } }, session),
      });
      void resume();
      const steps = createWalletSteps(begin.wallets, begin.shipping);
      // Once the first step is painted and the shopper can type: the scripts of the wallets would take its time.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadWallets, 0, context, steps)));
    }
    if (message.t === 'customer') begin.shipping.prefill(readCustomerData(message.data));
  };
}

type ResumeEnds = Pick<PaymentStep, 'resumePayment'> & Record<'accept' | 'completed', (view: CheckoutView) => void>;

/** Resumes the checkout that the shopper left by a reload or by closing it, or begins a new one. */
function createResume(context: Context, ends: ResumeEnds): () => Promise<void> {
  const { state, show, session } = context;
  return async function resume() {
    const found = await findCheckout(context);
    if (!found) return show('shipping');
    if (!found.ok) {
      // The outcome of the existing checkout is unknown. Beginning a new one now could lead to a second pre-order.
      const offer = { text: context.t('try_again'), act: () => void resume() };
      const problem = { title: context.t('network.title'), text: context.t('network.text_found'), offer };
      return show('waiting', { problem, focus: { on: 'problem' } });
    }
    const view = found.value;
    const chosen = state().form.variantId;
    if (view.state === 'completed') return ends.completed(view);
    show('waiting', formOf(view, state()));
    const wanted = { ...state().form, variantId: chosen || view.variantId };
    if (view.paymentPending) {
      ends.accept(view);
      await ends.resumePayment();
      if (state().screen !== 'payment') return;
    } else if (view.state !== 'held' || (view.holdMsLeft ?? 0) <= 0) {
      session.clear();
      return show('shipping', { form: wanted });
    } else ends.accept(view);
    // The shopper has chosen another variant on the page meanwhile.
    if (wanted.variantId !== view.variantId) return show('shipping', { form: { ...wanted, quantity: 1 } });
    if (state().screen !== 'payment') show('payment');
  };
}

/** Returns the checkout of this tab, null if there is none any more, or a refusal if that is unknown. */
async function findCheckout({ session, api, show }: Context): Promise<Answer<CheckoutView> | null> {
  const { checkout, pendingHold } = session.read();
  if (!checkout && !pendingHold) return null;
  show('waiting');
  const answer = checkout
    ? await api.read(checkout)
    : pendingHold && (await api.hold(pendingHold.body, pendingHold.intent));
  if (!answer || answer.ok || isPassing(answer.refusal)) return answer ?? null;
  session.clear();
  return null;
}

/** Returns the form as the service has kept it. */
function formOf(view: CheckoutView, { touched }: State): Partial<State> {
  const { variantId, quantity, email, address } = view;
  const filled = [...Object.keys(address), 'email'];
  return { form: { variantId, quantity, email, address }, touched: new Set([...touched, ...filled]) };
}

/** Calls its listener once when the hold ends by this browser's clock. `watch` restarts it after the hold was prolonged. */
function createHoldClock({ state }: Context) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ring: (checkout: CheckoutView) => unknown = () => {};
  return {
    onEnd(listener: (checkout: CheckoutView) => unknown) {
      ring = listener;
    },
    /** Asks the service whether the hold still is, as at its end. */
    check: (checkout: CheckoutView) => ring(checkout),
    watch() {
      clearTimeout(timer);
      const { holdEndsAt } = state();
      if (holdEndsAt === null) return;
      timer = setTimeout(
        () => {
          const { checkout } = state();
          if (checkout) ring(checkout);
        },
        Math.max(0, holdEndsAt - Date.now()),
      );
    },
  };
}
