import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import type { CheckoutDocument, CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import type { FromCheckout } from '../../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../../protocol/wire/sdk-events.ts';
import { createObservableState, type ObservableState } from '../observable-state.ts';
import type { CheckoutApi } from './api.ts';
import { BLANK_ADDRESS, type FieldErrors, type ShippingForm } from './form.ts';
import type { ProviderCard } from './provider-card.ts';
import type { Session } from './session.ts';
import { BLANK_CARD, type CardForm } from './test-card.ts';
import type { Texts } from './texts.ts';
import type { Wallets } from './wallets/mounted.ts';

export type Screen =
  | 'waiting' // for the page to open the checkout, or for the service's view of an earlier one
  | 'shipping'
  | 'payment'
  | 'challenge' // the bank's second step
  | 'processing' // the bank has not decided yet
  | 'done'
  | 'expired'
  | 'sold_out'
  | 'in_stock' // the store has it on its shelf, and sells that first
  | 'closed'; // the waitlist takes no more pre-orders

/** An error that is shown where it happened (at the top of its step, if not at the card), with an action that may solve it. */
export type Problem = { title: string; text?: string; at?: 'card'; offer?: { text: string; act: () => void } };

export type State = {
  screen: Screen;
  form: ShippingForm;
  lineItemProperties: LineItemProperties | null;
  /** Fields that the shopper has edited. They are not prefilled any more. */
  touched: ReadonlySet<string>;
  errors: FieldErrors;
  problem: Problem | null;
  card: CardForm;
  termsAccepted: boolean;
  /** The shopper's choice in the box for marketing; null before they touched it. */
  marketing: boolean | null;
  /** The e-mail address that the page says consented before; '' for any address, null for none. */
  consentedBefore: string | null;
  /** The field for a discount code. The code that counts is in `checkout`. */
  discount: { open: boolean; text: string; error: string | undefined };
  checkout: CheckoutView | null;
  /** Undefined while it is not known; null where there are none. */
  wallets: Wallets | null | undefined;
  /** What the shopper has agreed to beside the wallets, '' before that, and the error there. */
  walletTerms: { text: string; error: string };
  /** By this browser's clock. */
  holdEndsAt: number | null;
  action: { ref: string; clientSecret: string } | null;
  /** The request that is under way; a second one does not start. */
  busy: 'hold' | 'discount' | 'pay' | 'approve' | 'refuse' | 'cancel' | null;
  /** A request got no answer and is being repeated. */
  trouble: boolean;
  /** The bank takes so long that the shopper should know what happens if they leave. */
  slow: boolean;
  /** The confirmation is shown again after a reload. */
  shownAgain: boolean;
  focus: { on: 'heading' | 'problem' | 'errors' | 'discountCode' | 'discount-remove' } | null;
  announcement: string;
};

/** Everything that the steps and views of the checkout share. */
export type Context = ObservableState<State> & {
  document: CheckoutDocument;
  offer: CheckoutOffer;
  t: Texts;
  api: CheckoutApi;
  session: Session;
  /** The provider's own card form; null for the test provider. */
  card: ProviderCard | null;
  send: (message: FromCheckout) => void;
  /** Shows another screen from its top and tells the page the step. */
  show: (screen: Screen, changes?: Partial<State>) => void;
};

const STEPS: Partial<Record<Screen, { stepName: string; stepNumber: number }>> = {
  shipping: { stepName: 'Shipping', stepNumber: 0 },
  payment: { stepName: 'Payment', stepNumber: 1 },
  done: { stepName: 'Confirmation', stepNumber: 2 },
};

export function createContext(parts: Omit<Context, 'state' | 'set' | 'subscribe' | 'show'>): Context {
  const observable = createObservableState(initialState());
  return {
    ...parts,
    ...observable,
    show(screen, changes = {}) {
      observable.set({ errors: {}, problem: null, slow: false, focus: { on: 'heading' }, ...changes, screen });
      const step = STEPS[screen];
      if (step) parts.send({ t: 'event', name: 'PreorderCheckoutStep', payload: step });
    },
  };
}

function initialState(): State {
  return {
    screen: 'waiting',
    form: { variantId: '', quantity: 1, email: '', address: BLANK_ADDRESS },
    lineItemProperties: null,
    touched: new Set(),
    errors: {},
    problem: null,
    card: BLANK_CARD,
    termsAccepted: false,
    marketing: null,
    consentedBefore: null,
    discount: { open: false, text: '', error: undefined },
    checkout: null,
    wallets: undefined,
    walletTerms: { text: '', error: '' },
    holdEndsAt: null,
    action: null,
    busy: null,
    trouble: false,
    slow: false,
    shownAgain: false,
    focus: null,
    announcement: '',
  };
}

/** Makes idempotency keys. A repeated request keeps its key until its answer is known; after that it gets a new key. */
export function createIntents() {
  let open: { key: string; body: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const text = JSON.stringify(body);
      if (open?.body !== text) open = { key: crypto.randomUUID(), body: text };
      return open.key;
    },
    answered(): void {
      open = null;
    },
  };
}

/** Tells the page once per submission that it failed, however often the failure is shown. */
export function tellFailure({ send, session }: Context, errorMessage: string): void {
  if (!session.read().submitted) return;
  session.write({ submitted: false });
  send({ t: 'event', name: 'PreorderFailed', payload: { errorMessage } });
}

/**
 * Returns whether the box for marketing is ticked. Without the shopper's own choice it is only ticked where the store has
 * collected consent before, and only for the e-mail address that its page names: another address is another person.
 */
export function marketingTicked({ marketing, consentedBefore, checkout }: State): boolean {
  if (marketing !== null || !checkout?.marketing?.collected || consentedBefore === null) return marketing ?? false;
  return consentedBefore === '' || consentedBefore.toLowerCase() === checkout.email.toLowerCase();
}
