// Stands in for the Express Checkout Element: the buttons of wallets, and the sheet that each of them opens.
import { stripeDigits } from '../currencies.ts';
import {
  available,
  changed,
  checkCreated,
  checkSum,
  checkUpdated,
  type ExpressOptions,
  isWanted,
  pressed,
} from './express-options.ts';
import type { Dress, More } from './framed.ts';
import { ask, cover, framed, hear, send } from './frames.ts';
import { createListeners, type Listener, misuse, only } from './integration.ts';
import type { SheetView } from './wallet-types.ts';

const EVENTS = [
  'ready',
  'click',
  'confirm',
  'cancel',
  'shippingaddresschange',
  'shippingratechange',
  'availablepaymentmethodschange',
  'loaderror',
  'escape',
  'focus',
  'blur',
];
const ELEMENT = { elementType: 'expressCheckout' };
const ANSWER_MS = 1_000; // a click has to be answered within a second
const LOADED_AFTER_MS = 1_000;
const REASONS = [
  'fail',
  'invalid_shipping_address',
  'invalid_billing_address',
  'invalid_payment_data',
  'address_unserviceable',
];

/** What the element needs of the Elements object that created it. */
export type ExpressHost = {
  key: string;
  locale: string;
  /** The amount and currency as they are now; the amount is undefined where nothing is paid. */
  price(): { amount: number | undefined; currency: string };
  dress(): Dress;
};

type Sheet = { frame: HTMLIFrameElement; wallet: string; options: ExpressOptions; close(): void };

type Express = {
  host: ExpressHost;
  listeners: ReturnType<typeof createListeners>;
  options: ExpressOptions;
  /** The sheet that is open. */
  sheet: Sheet | null;
  /** The shopper has approved, and the page has neither made a token nor said that it failed. */
  isConfirming: boolean;
};

/** Creates the element. The rest of what it returns is what `submit` and `createConfirmationToken` need of it. */
export function createExpressCheckout(host: ExpressHost, options: ExpressOptions) {
  checkCreated(options);
  const express: Express = { host, listeners: createListeners(EVENTS), options, sheet: null, isConfirming: false };
  return {
    element: createElement(express),
    isConfirming: () => express.isConfirming,
    card: async () =>
      express.sheet && ask<{ card: Record<string, string> }>(express.sheet.frame, { fakeStripe: 'card' }),
    end: () => end(express),
  };
}

function createElement(express: Express) {
  const { host, listeners } = express;
  let buttons: HTMLIFrameElement | undefined;
  const element = {
    mount(place: string | HTMLElement) {
      const container = typeof place === 'string' ? document.querySelector(place) : place;
      if (!container) throw misuse('there is no such container');
      if (buttons) throw misuse('the element is mounted already');
      const wanted = new URLSearchParams({ key: host.key, height: String(express.options.buttonHeight ?? 44) });
      const frame = framed(`/fake/wallet-buttons?${wanted}`, {
        locale: host.locale,
        host: container,
        dress: host.dress(),
      });
      frame.title = 'Wallets';
      buttons = frame;
      listenToButtons(frame, express);
      container.append(frame);
    },
    on(name: string, listener: Listener) {
      listeners.on(name, listener);
      return element;
    },
    update(changes: ExpressOptions) {
      checkUpdated(changes);
      express.options = { ...express.options, ...changes };
      return element;
    },
    focus: () => buttons?.focus(),
    destroy() {
      end(express);
      buttons?.remove();
      buttons = undefined;
    },
  };
  return element;
}

function end(express: Express): void {
  express.sheet?.close();
  express.sheet = null;
  express.isConfirming = false;
}

function cancel(express: Express): void {
  end(express);
  express.listeners.emit('cancel', { ...ELEMENT });
}

/** Opens the wallet that the shopper pressed, once the page has answered. */
function click(express: Express, wallet: string): void {
  const { listeners } = express;
  if (express.sheet) return;
  if (!listeners.has('click')) {
    open(express, wallet, {});
    return;
  }
  const once = answerOnce('click');
  const since = Date.now();
  listeners.emit('click', {
    ...ELEMENT,
    expressPaymentType: wallet,
    resolve(given: ExpressOptions = {}) {
      once();
      if (Date.now() - since > ANSWER_MS) throw misuse('a click has to be answered within 1 second');
      open(express, wallet, given);
    },
    reject: once,
  });
}

function open(express: Express, wallet: string, given: ExpressOptions): void {
  const { host, listeners } = express;
  const options = pressed(express.options, given);
  if (options.shippingAddressRequired && !listeners.has('shippingaddresschange')) {
    throw misuse('with shippingAddressRequired you must listen to shippingaddresschange');
  }
  const view = viewOf(host, options);
  const frame = framed(`/fake/wallet-sheet?${new URLSearchParams({ key: host.key, wallet })}`, {
    locale: host.locale,
    host: document.body,
  });
  frame.title = wallet;
  const sheet: Sheet = { frame, wallet, options, close: () => {} };
  express.sheet = sheet;
  hear(frame, (said, { address, approved }) => {
    if (said === 'ready') send(frame, { fakeStripe: 'open', view });
    if (said === 'address' && address) askPrice(express, sheet, address);
    if (said === 'approve' && approved) confirm(express, sheet, approved);
    if (said === 'cancel') cancel(express);
  });
  sheet.close = cover(frame, () => cancel(express));
}

function viewOf(host: ExpressHost, options: ExpressOptions): SheetView {
  const { amount, currency } = host.price();
  checkSum(options, amount);
  const [rate] = options.shippingRates ?? [];
  return {
    lines: [...(options.lineItems ?? []), ...(rate ? [{ name: rate.displayName, amount: rate.amount }] : [])],
    total: amount ?? 0,
    currency,
    digits: stripeDigits(currency),
    asked: {
      email: options.emailRequired === true,
      phone: options.phoneNumberRequired === true,
      shipping: options.shippingAddressRequired === true,
      allowed: options.allowedShippingCountries,
    },
  };
}

function askPrice({ host, listeners }: Express, sheet: Sheet, address: NonNullable<More['address']>): void {
  const once = answerOnce('shippingaddresschange');
  listeners.emit('shippingaddresschange', {
    ...ELEMENT,
    ...address,
    resolve(given: ExpressOptions = {}) {
      once();
      sheet.options = changed(sheet.options, given);
      send(sheet.frame, { fakeStripe: 'show', view: viewOf(host, sheet.options) });
    },
    reject() {
      once();
      send(sheet.frame, { fakeStripe: 'refused' });
    },
  });
}

function confirm(express: Express, sheet: Sheet, approved: NonNullable<More['approved']>): void {
  const { listeners } = express;
  if (!listeners.has('confirm')) throw misuse('you must listen to confirm');
  express.isConfirming = true;
  const [shippingRate] = sheet.options.shippingRates ?? [];
  listeners.emit('confirm', {
    ...ELEMENT,
    ...approved,
    ...(shippingRate && { shippingRate }),
    expressPaymentType: sheet.wallet,
    paymentFailed(why: { reason?: string; message?: string } = {}) {
      only('paymentFailed()', why, ['reason', 'message']);
      if (!REASONS.includes(why.reason ?? 'fail')) throw misuse(`paymentFailed() has no reason ${why.reason}`);
      // The shopper may have closed the sheet, or the token may have closed it.
      if (express.sheet !== sheet) return;
      express.isConfirming = false;
      send(sheet.frame, { fakeStripe: 'failed', message: why.message ?? '' });
    },
  });
}

function listenToButtons(frame: HTMLIFrameElement, express: Express): void {
  const { listeners, options } = express;
  let isThere = false;
  hear(frame, (said, { wallets = [], wallet = '' }) => {
    if (said === 'click') click(express, wallet);
    if (said === 'escape') listeners.emit('escape', { ...ELEMENT });
    if (said !== 'ready') return;
    isThere = true;
    const offered = wallets.filter((each) => isWanted(each, options));
    send(frame, { fakeStripe: 'offer', wallets: offered });
    listeners.emit('ready', { ...ELEMENT, availablePaymentMethods: available(offered) });
  });
  // The browser fires "load" for its own error page too.
  const failed = () => isThere || listeners.emit('loaderror', { ...ELEMENT, error: { message: 'not loaded' } });
  frame.addEventListener('load', () => setTimeout(failed, LOADED_AFTER_MS));
}

/** Returns a function that throws from its second call on: an event is answered once. */
function answerOnce(name: string): () => void {
  let isAnswered = false;
  return () => {
    if (isAnswered) throw misuse(`the event ${name} was answered before`);
    isAnswered = true;
  };
}
