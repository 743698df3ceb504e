// Stands in for Stripe.js, its Payment Element and its Express Checkout Element, so that a checkout runs the same code as at Stripe:
// some of its calls, and a card form and wallets in frames of the stand-in's own. Nothing here is Stripe's.
import { createExpressCheckout } from './express-checkout.ts';
import type { ExpressOptions } from './express-options.ts';
import type { Dress } from './framed.ts';
import { ask, challenge, framed, hear, origin } from './frames.ts';
import { createListeners, type Listener, misuse, only } from './integration.ts';

type Options = {
  mode: 'payment' | 'setup';
  amount?: number;
  currency: string;
  setupFutureUsage?: string;
  captureMethod?: string;
  appearance?: { variables?: Dress['variables'] };
  fonts?: Dress['fonts'];
};
type Refused = { error: { message?: string } };
type Intent = { next_action?: { use_stripe_sdk?: { stripe_js?: string } } };
type Called<Object> = (Refused & { object?: undefined }) | { error?: undefined; object: Object };
type CardAnswer = { error?: Refused['error']; card?: Record<string, string> };

// Stripe.js throws for unknown options, and then there is no form. The options are those of its published types.
const UPDATABLE = [
  'mode',
  'amount',
  'currency',
  'setupFutureUsage',
  'captureMethod',
  'allowedPaymentMethodTypes',
  'appearance',
];
// Events of the Payment Element, and `size`, which its frame says.
const EVENTS = ['ready', 'change', 'focus', 'blur', 'escape', 'loaderror', 'loaderstart', 'size'];
const LOADED_AFTER_MS = 1_000;

function check({ mode, amount, currency, captureMethod }: Options): void {
  const paid = Number.isSafeInteger(amount) && Number(amount) > 0;
  const fits = mode === 'payment' ? paid : mode === 'setup' && amount === undefined && captureMethod === undefined;
  if (!fits || !/^[a-z]{3}$/.test(currency)) {
    throw misuse('mode, amount and currency do not fit');
  }
}

async function call<Object>(key: string, path: string, form?: Record<string, string>): Promise<Called<Object>> {
  const response = await fetch(origin + path, {
    method: form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const answer = await response.json();
  return answer.error ? { error: answer.error } : { object: answer };
}

const typeOf = (secret: string) => (secret.startsWith('pi_') ? 'payment_intent' : 'setup_intent');

/** A card form that is mounted once: `element` is what the page gets, the rest what `createConfirmationToken` needs. */
function createElement(locale: string, dress: () => Dress) {
  let frame: HTMLIFrameElement | undefined;
  const { on, emit } = createListeners(EVENTS);
  const element = {
    mount(place: string | HTMLElement) {
      const container = typeof place === 'string' ? document.querySelector(place) : place;
      if (!container) throw misuse('there is no such container');
      const form = framed('/fake/elements', { locale, host: container, dress: dress() });
      frame = form;
      form.title = 'Card';
      let heard = false;
      hear(form, (said, { complete }) => {
        heard = true;
        emit(said, { elementType: 'payment', complete });
      });
      // The browser fires "load" for its own error page too.
      const failed = () => heard || emit('loaderror', { error: { message: 'not loaded' } });
      form.addEventListener('load', () => setTimeout(failed, LOADED_AFTER_MS));
      container.append(form);
    },
    on(name: string, listener: Listener) {
      on(name, listener);
      return element;
    },
    destroy: () => frame?.remove(),
    focus: () => void (frame && ask(frame, { fakeStripe: 'focus' })),
  };
  return {
    element,
    async ask(fakeStripe: string) {
      if (!frame) throw misuse('the element is not mounted');
      return ask<CardAnswer>(frame, { fakeStripe });
    },
  };
}

function createElements(options: Options, { key, locale }: { key: string; locale: string }) {
  only('elements()', options, [...UPDATABLE, 'fonts']);
  check(options);
  const dress = () => ({ variables: options.appearance?.variables, fonts: options.fonts });
  const form = createElement(locale, dress);
  let express: ReturnType<typeof createExpressCheckout> | undefined;
  let submitted = false;
  const createExpress = (given: ExpressOptions) => {
    if (express) throw misuse('there is such an element already');
    const price = () => ({ amount: options.amount, currency: options.currency });
    express = createExpressCheckout({ key, locale, price, dress }, given);
    return express.element;
  };
  return {
    options,
    create(type: string, given: object = {}) {
      if (type === 'expressCheckout') return createExpress(given);
      if (type !== 'payment') throw misuse('there is no such element');
      only('create()', given, ['layout', 'wallets']);
      return form.element;
    },
    update(changes: Partial<Options>) {
      only('update()', changes, UPDATABLE);
      check({ ...options, ...changes });
      Object.assign(options, changes);
      submitted = false;
    },
    submitted: () => submitted,
    async submit() {
      if (express?.isConfirming()) {
        submitted = true;
        return {};
      }
      const { error } = await form.ask('check');
      submitted = !error;
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    async card(): Promise<CardAnswer> {
      return express?.isConfirming() ? ((await express.card()) ?? {}) : form.ask('card');
    },
    /** Ends a wallet's sheet once there is a token. */
    done: () => express?.end(),
    refuse: async () => express?.isConfirming() || form.ask('refuse'),
  };
}

type Elements = ReturnType<typeof createElements>;

async function createConfirmationToken(key: string, given: { elements: Elements }) {
  only('createConfirmationToken()', given, ['elements']);
  const { elements } = given;
  if (!elements.submitted()) throw misuse('elements.submit() comes first');
  const { error, card = {} } = await elements.card();
  if (error) return { error };
  const { setupFutureUsage, mode } = elements.options;
  const usage = setupFutureUsage ?? (mode === 'setup' ? 'off_session' : undefined);
  const form: Record<string, string> = { 'payment_method_data[type]': 'card' };
  for (const [name, value] of Object.entries(card)) form[`payment_method_data[card][${name}]`] = value;
  if (usage) form.setup_future_usage = usage;
  const made = await call<object>(key, '/v1/confirmation_tokens', form);
  if (made.error) {
    await elements.refuse();
    return made;
  }
  elements.done();
  return { confirmationToken: made.object };
}

function createStripe(key: string, settings: { locale?: string } = {}) {
  only('Stripe()', settings, ['locale']);
  const { locale = 'auto' } = settings;
  const retrieve = (secret: string) => {
    const [id] = secret.split('_secret_');
    return call<Intent>(key, `/v1/${typeOf(secret)}s/${id}?client_secret=${encodeURIComponent(secret)}`);
  };
  return {
    elements: (options: Options) => createElements(options, { key, locale }),
    createConfirmationToken: (given: { elements: Elements }) => createConfirmationToken(key, given),
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const before = await retrieve(clientSecret);
      if (before.error) return before;
      const url = before.object.next_action?.use_stripe_sdk?.stripe_js;
      if (url) await challenge(url, locale);
      const after = await retrieve(clientSecret);
      if (after.error) return after;
      return { [typeOf(clientSecret) === 'payment_intent' ? 'paymentIntent' : 'setupIntent']: after.object };
    },
  };
}

Object.assign(window, { Stripe: createStripe });
