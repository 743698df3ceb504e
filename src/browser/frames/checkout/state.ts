import type { CheckoutView } from '../../../protocol/schema/frame-api.ts';
import type { CheckoutDocument, CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import type { FromCheckout } from '../../../protocol/wire/frame-messages.ts';
import type { LineItemProperties } from '../../../protocol/wire/sdk-events.ts';
import type { CheckoutApi } from './api.ts';
import { BLANK_ADDRESS, type FieldErrors, type ShippingForm } from './form.ts';
import type { ProviderCard } from './provider-card.ts';
import type { Session } from './session.ts';
import { BLANK_CARD, type CardForm } from './test-card.ts';
import type { Texts } from './texts.ts';

export type Screen =
  | 'waiting' // for the page to open the checkout, or for the service to say where it stood
  | 'shipping'
  | 'payment'
  | 'challenge' // the bank's second step
  | 'processing' // no verdict of the bank yet
  | 'done'
  | 'expired'
  | 'sold_out'
  | 'closed'; // the waitlist takes no more pre-orders

/** Something that went wrong, said where it happened, with what can be done about it. */
export type Problem = { title: string; text?: string; offer?: { text: string; act: () => void } };

export type State = {
  screen: Screen;
  form: ShippingForm;
  lineItemProperties: LineItemProperties | null;
  /** Fields that the shopper wrote in: nothing else writes there any more. */
  touched: ReadonlySet<string>;
  errors: FieldErrors;
  problem: Problem | null;
  card: CardForm;
  termsAccepted: boolean;
  /** What the shopper made of the box for marketing; null: nothing yet. */
  marketing: boolean | null;
  /** Whom the page says consented before: an e-mail, '' for whoever it is, null for nobody. */
  consentedBefore: string | null;
  /** The field for a code; which one counts is the checkout's to say. */
  discount: { open: boolean; text: string; error: string | undefined };
  checkout: CheckoutView | null;
  /** By this browser's clock. */
  holdEndsAt: number | null;
  action: { ref: string; clientSecret: string } | null;
  /** What the service is being asked for right now; nothing is asked twice. */
  busy: 'hold' | 'discount' | 'pay' | 'approve' | 'refuse' | 'cancel' | null;
  /** No answer came, and the request is being repeated. */
  trouble: boolean;
  /** Waits so long for the bank that the shopper should know what happens if they leave. */
  slow: boolean;
  /** The confirmation is shown again, after a reload. */
  shownAgain: boolean;
  /** Where the reader is taken; a new object each time. */
  focus: { on: 'heading' | 'problem' | 'errors' | 'discountCode' | 'discount-remove' } | null;
  /** Read out politely. */
  announcement: string;
};

/** What the steps of the checkout work with. */
export type Context = {
  document: CheckoutDocument;
  offer: CheckoutOffer;
  t: Texts;
  api: CheckoutApi;
  session: Session;
  /** The provider's own card form; null: the test provider's. */
  card: ProviderCard | null;
  send: (message: FromCheckout) => void;
  state: () => State;
  set: (changes: Partial<State>) => void;
  subscribe: (listener: () => void) => () => void;
  /** Shows another screen from its top and tells the page which step its shopper sees. */
  show: (screen: Screen, changes?: Partial<State>) => void;
};

const STEPS: Partial<Record<Screen, { stepName: string; stepNumber: number }>> = {
  shipping: { stepName: 'Shipping', stepNumber: 0 },
  payment: { stepName: 'Payment', stepNumber: 1 },
  done: { stepName: 'Confirmation', stepNumber: 2 },
};

export function createContext(parts: Omit<Context, 'state' | 'set' | 'subscribe' | 'show'>): Context {
  let state = initialState();
  const listeners = new Set<() => void>();
  const set = (changes: Partial<State>) => {
    // Where the reader is taken says what happened: what was announced on the way is over, and may be announced again.
    state = { ...state, ...(changes.focus && { announcement: '' }), ...changes };
    for (const listener of listeners) listener();
  };
  return {
    ...parts,
    state: () => state,
    set,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(screen, changes = {}) {
      set({ errors: {}, problem: null, slow: false, focus: { on: 'heading' }, ...changes, screen });
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

/** The key of an intent: the same for the same request as long as its answer is not known, a new one after that. */
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

/** Tells the page that a submission failed: once for each, however often it is shown. */
export function tellFailure({ send, session }: Context, errorMessage: string): void {
  if (!session.read().submitted) return;
  session.write({ submitted: false });
  send({ t: 'event', name: 'PreorderFailed', payload: { errorMessage } });
}

/**
 * Whether the box for marketing is ticked. By itself it is only where the store has collected consent before, and of nobody
 * but whom its page names: who enters another e-mail is somebody else.
 */
export function marketingTicked({ marketing, consentedBefore, checkout }: State): boolean {
  if (marketing !== null || !checkout?.marketing?.collected || consentedBefore === null) return marketing ?? false;
  return consentedBefore === '' || consentedBefore.toLowerCase() === checkout.email.toLowerCase();
}
