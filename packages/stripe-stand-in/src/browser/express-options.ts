// The options of the Express Checkout Element, as Stripe publishes them, and what Stripe.js says of wrong ones.
import { misuse, only } from './integration.ts';
import type { Line } from './wallet-types.ts';

export type Rate = { id: string; amount: number; displayName: string; deliveryEstimate?: unknown };

/** What a page says when it creates the element, and when a button is pressed. */
export type ExpressOptions = {
  allowedShippingCountries?: string[];
  billingAddressRequired?: boolean;
  buttonHeight?: number;
  emailRequired?: boolean;
  lineItems?: Line[];
  paymentMethods?: Record<string, string>;
  phoneNumberRequired?: boolean;
  shippingAddressRequired?: boolean;
  shippingRates?: Rate[];
};

const COLLECTS = [
  'allowedShippingCountries',
  'billingAddressRequired',
  'emailRequired',
  'phoneNumberRequired',
  'shippingAddressRequired',
];
const SHOWS = ['applePay', 'business', 'lineItems', 'shippingRates'];
const LOOKS = ['buttonHeight', 'layout', 'paymentMethodOrder'];
const CREATES = [...COLLECTS, ...SHOWS, ...LOOKS, 'buttonTheme', 'buttonType', 'paymentMethods', 'wallets'];

/** The wallets of the stand-in, with their names in the option `paymentMethods`. */
const METHODS = { apple_pay: 'applePay', google_pay: 'googlePay', link: 'link' } as const;
const OTHER_METHODS = ['amazonPay', 'klarna', 'paypal'];

export function checkCreated(given: ExpressOptions): void {
  only("create('expressCheckout')", given, CREATES);
  checkShown(given);
  const { buttonHeight = 44, paymentMethods = {} } = given;
  if (!(buttonHeight >= 40 && buttonHeight <= 55)) throw misuse('buttonHeight is 40 to 55');
  only('paymentMethods', paymentMethods, [...Object.values(METHODS), ...OTHER_METHODS]);
  for (const [method, choice] of Object.entries(paymentMethods)) {
    const always = choice === 'always' && /^(apple|google)Pay$/.test(method);
    if (choice !== 'auto' && choice !== 'never' && !always) throw misuse(`paymentMethods.${method} is not ${choice}`);
  }
}

export function checkUpdated(given: ExpressOptions): void {
  only('update()', given, [...COLLECTS, ...LOOKS]);
  checkShown(given);
}

/** The options of a press that hold: those of the element, and those with which the page answered. */
export function pressed(created: ExpressOptions, given: ExpressOptions): ExpressOptions {
  only('resolve()', given, [...COLLECTS, ...SHOWS]);
  checkShown(given);
  const whole = { ...created, ...given };
  if (whole.shippingAddressRequired && !whole.shippingRates?.length) {
    throw misuse('You must specify shippingRates when shippingAddressRequired is true');
  }
  if (!whole.shippingAddressRequired && whole.shippingRates) {
    throw misuse('You must specify `shippingAddressRequired: true` when providing `shippingRates`');
  }
  return whole;
}

/** What the page answered to another address or rate. */
export function changed(before: ExpressOptions, given: ExpressOptions): ExpressOptions {
  only('resolve()', given, ['applePay', 'lineItems', 'shippingRates']);
  checkShown(given);
  if (given.shippingRates?.length === 0) throw misuse('shippingRates is empty');
  return { ...before, ...given };
}

function checkShown({ lineItems = [], shippingRates = [], allowedShippingCountries = [] }: ExpressOptions): void {
  for (const item of lineItems) {
    only('lineItems', item, ['name', 'amount']);
    if (!item.name || !Number.isSafeInteger(item.amount)) throw misuse('a line item has a name and an amount');
  }
  for (const rate of shippingRates) {
    only('shippingRates', rate, ['id', 'amount', 'displayName', 'deliveryEstimate']);
    if (!rate.id || !rate.displayName || !Number.isSafeInteger(rate.amount)) {
      throw misuse('a shipping rate has an id, a displayName and an amount');
    }
  }
  const strange = allowedShippingCountries.find((country) => !/^[A-Z]{2}$/.test(country));
  if (strange !== undefined) throw misuse(`${strange} is not a country`);
}

/** Throws if the lines of a sheet cost more than the whole. In mode setup nothing is paid, so there is no whole. */
export function checkSum({ lineItems = [], shippingRates = [] }: ExpressOptions, amount: number | undefined): void {
  const sum = lineItems.reduce((all, item) => all + item.amount, shippingRates[0]?.amount ?? 0);
  if (amount === undefined || sum <= amount) return;
  throw misuse(`The amount (${amount}) is less than the total amount of the line items provided (${sum})`);
}

/** Returns whether the page wants this wallet's button. */
export function isWanted(wallet: string, { paymentMethods = {} }: ExpressOptions): boolean {
  const name = METHODS[wallet as keyof typeof METHODS];
  return name !== undefined && paymentMethods[name] !== 'never';
}

/** Returns the event's list of what can be shown; undefined if nothing can. */
export function available(wallets: readonly string[]): Record<string, boolean> | undefined {
  if (wallets.length === 0) return undefined;
  const others = Object.fromEntries(OTHER_METHODS.map((name) => [name, false]));
  return {
    ...others,
    ...Object.fromEntries(Object.entries(METHODS).map(([wallet, name]) => [name, wallets.includes(wallet)])),
  };
}
