import { isCountry, unknownCountry } from './country.ts';
import { CURRENCIES } from './currency.ts';
import { LOWEST_PRICE, type LowestPriceRule } from './lowest-price.ts';
import { MARKETING_BOXES, type MarketingBox } from './marketing.ts';
import type { Minor } from './money.ts';
import type { PromiseSettings } from './promise.ts';
import { invalid, label, line, lines, phone, quote, whole } from './setting-checks.ts';
import { SETTING_RANGES } from './setting-ranges.ts';
import { type Millionths, TAX_RATE_MAX } from './tax.ts';
import { TERMS_BOX, type TermsBoxRule } from './terms-acceptance.ts';
import { RETURN_COSTS, WITHDRAWAL_COUNTS_FROM, WITHDRAWAL_FOR, type WithdrawalTerms } from './withdrawal-period.ts';

type Rules = PromiseSettings & WithdrawalTerms & { lowestPrice: LowestPriceRule; termsBox: TermsBoxRule };

/** What a merchant may change later. */
export type StoreSettings = Rules & {
  name: string;
  /** The seller's name and address as the law requires them. */
  legalName: string;
  legalAddress: string;
  returnAddress: string;
  contactEmail: string;
  /** The number as shoppers read it; null: none. */
  contactPhone: string | null;
  termsUrl: string;
  privacyUrl: string;
  /** The page about the right of withdrawal; null: none. */
  withdrawalUrl: string | null;
  timeZone: string;
  /** ISO 3166-1: where the store is. The checkout proposes it to a shopper whose own country is unknown. Null: none. */
  country: string | null;
  locale: string;
  pricesIncludeTax: boolean;
  holdMinutes: number;
  liveHoldsPerEmailMax: number;
  liveHoldsPerAddressMax: number;
  /** How many days a place in the queue is kept after a payment that was due failed. */
  paymentDays: number;
  /** How many hours a customer can undo a declaration of withdrawal that somebody else may have made in their name. */
  withdrawalUndoHours: number;
  /** How many days the contact of a checkout is kept after its end. */
  keepCheckoutDays: number;
  /**
   * How many days a pre-order's contact is kept after its last line item was sent, returned or cancelled; null: until
   * erasure.
   */
  keepPreorderDays: number | null;
  /** The most that is given back of one pre-order without the scope `refunds:large` and a fresh proof; null: no limit. */
  refundLimit: Minor | null;
  /** Staff without a second factor may not work in the store. */
  secondFactorRequired: boolean;
  marketingBox: MarketingBox;
  /** The text beside the box in the store's own words, by language. Other languages have our text. */
  marketingTexts: Record<string, string>;
  /** Scheme, host and port of the pages that may open the checkout. A test store accepts any. */
  origins: string[];
  /** A flat amount for each country. The store does not ship to other countries. */
  shipping: { country: string; amount: Minor }[];
  /** The address of the service that completes addresses, `test` for the places of test stores; null: none. */
  addressSearch: string | null;
  /** Where the carrier needs a telephone number: the checkout demands it there and says why. */
  phoneCountries: readonly string[];
  /** An entry with a region replaces its country's there. A place without an entry is untaxed. */
  tax: TaxEntry[];
};

/** `region`: the code in addresses of the country; absent or empty for the whole country. */
export type TaxEntry = { country: string; region?: string; millionths: Millionths };

/** What never changes: scripts have the slug, amounts the currency, and payments the mode. */
export type StoreIdentity = { slug: string; mode: 'test' | 'live'; currency: string };

export const STORE_DEFAULTS = {
  contactPhone: null,
  locale: 'en',
  country: null,
  addressSearch: null,
  phoneCountries: [],
  withdrawalUrl: null,
  withdrawalDays: null,
  withdrawalFor: 'law',
  withdrawalCountsFrom: 'order',
  lowestPrice: 'law',
  termsBox: 'law',
  returnCosts: 'shopper',
  holdMinutes: 10,
  liveHoldsPerEmailMax: 3,
  liveHoldsPerAddressMax: 20,
  paymentDays: 7,
  withdrawalUndoHours: 24,
  keepCheckoutDays: 30,
  keepPreorderDays: null,
  refundLimit: null,
  askAfterDays: 7,
  answerDays: 14,
  silenceRule: 'cancel',
  secondFactorRequired: false,
  marketingBox: 'off',
  marketingTexts: {},
} as const;

/** Returns the settings in the form in which they are stored. Throws `invalid_parameter` for the first that is wrong. */
export function checkSettings(settings: StoreSettings): StoreSettings {
  return {
    name: line(settings.name, 'name'),
    legalName: line(settings.legalName, 'legal_name'),
    legalAddress: lines(settings.legalAddress, 'legal_address'),
    returnAddress: lines(settings.returnAddress, 'return_address'),
    contactEmail: line(settings.contactEmail, 'contact_email'),
    contactPhone: settings.contactPhone === null ? null : phone(settings.contactPhone, 'contact_phone'),
    termsUrl: checkUrl(settings.termsUrl, 'terms_url'),
    privacyUrl: checkUrl(settings.privacyUrl, 'privacy_url'),
    withdrawalUrl: settings.withdrawalUrl === null ? null : checkUrl(settings.withdrawalUrl, 'withdrawal_url'),
    timeZone: checkTimeZone(settings.timeZone),
    country: checkCountry(settings.country),
    addressSearch: checkAddressSearch(settings.addressSearch),
    phoneCountries: checkPhoneCountries(settings.phoneCountries),
    locale: checkLocale(settings.locale),
    pricesIncludeTax: settings.pricesIncludeTax,
    ...checkNumbers(settings),
    refundLimit: settings.refundLimit === null ? null : whole(settings.refundLimit, AMOUNT, 'refund_limit'),
    silenceRule: checkSilence(settings.silenceRule),
    withdrawalFor: oneOf(settings.withdrawalFor, WITHDRAWAL_FOR, 'withdrawal_for'),
    withdrawalCountsFrom: oneOf(settings.withdrawalCountsFrom, WITHDRAWAL_COUNTS_FROM, 'withdrawal_counts_from'),
    lowestPrice: oneOf(settings.lowestPrice, LOWEST_PRICE, 'lowest_price'),
    termsBox: oneOf(settings.termsBox, TERMS_BOX, 'terms_box'),
    returnCosts: oneOf(settings.returnCosts, RETURN_COSTS, 'return_costs'),
    secondFactorRequired: settings.secondFactorRequired,
    marketingBox: checkBox(settings.marketingBox),
    marketingTexts: checkWords(settings.marketingTexts),
    origins: [...new Set(settings.origins.map(checkOrigin))].sort(),
    shipping: perPlace(
      settings.shipping.map(({ country, amount }) => ({ country, amount: whole(amount, AMOUNT, 'shipping') })),
      'shipping',
    ),
    tax: perPlace(
      settings.tax.map(({ country, region = '', millionths }) => {
        if (region !== '') line(region, 'tax');
        return { country, region: region.trim(), millionths: checkRate(millionths) };
      }),
      'tax',
    ),
  };
}

type Numbers = Pick<StoreSettings, keyof typeof SETTING_RANGES>;

function checkNumbers(settings: Numbers): Numbers {
  const keys = Object.keys(SETTING_RANGES) as (keyof Numbers)[];
  const checked = keys.map((key) => {
    const value = settings[key];
    const param = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [key, value === null ? null : whole(value, SETTING_RANGES[key], param)] as const;
  });
  return Object.fromEntries(checked) as Numbers;
}

function checkSilence(rule: PromiseSettings['silenceRule']): PromiseSettings['silenceRule'] {
  if (rule === 'cancel' || rule === 'wait') return rule;
  throw invalid('silence', 'Silence means cancel or wait.');
}

function oneOf<Choice extends string>(choice: Choice, choices: readonly Choice[], param: string): Choice {
  if (choices.includes(choice)) return choice;
  throw invalid(param, `${label(param)} is ${choices.join(' or ')}.`);
}

function checkBox(box: MarketingBox): MarketingBox {
  if (MARKETING_BOXES.includes(box)) return box;
  throw invalid('marketing_box', 'The box for marketing is off, ask or collected.');
}

const WORDS_LENGTH_MAX = 500;

function checkWords(texts: Record<string, string>): Record<string, string> {
  const checked = Object.entries(texts).map(([language, text]) => [
    checkLanguage(language),
    line(text, 'marketing_text', WORDS_LENGTH_MAX),
  ]);
  return Object.fromEntries(checked.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
}

/** Reads a language without a country: all its readers get the same text. */
function checkLanguage(language: string): string {
  const known = language.trim().toLowerCase();
  if (/^[a-z]{2}$/.test(known)) return known;
  throw invalid('marketing_text', `${quote(language)} is not a language such as en or de.`);
}

const AMOUNT = { min: 0, max: 100_000_000_000 };

export function checkIdentity(identity: StoreIdentity): StoreIdentity {
  const { slug, mode, currency } = identity;
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug)) {
    throw invalid('slug', 'A slug has 1 to 63 lower-case letters, digits and inner hyphens, such as aurora-outdoor.');
  }
  if (mode !== 'test' && mode !== 'live') throw invalid('mode', 'The mode of a store is test or live.');
  if (!CURRENCIES.has(currency)) {
    throw invalid('currency', `${quote(currency)} is not a currency code of ISO 4217, such as EUR.`);
  }
  return { slug, mode, currency };
}

function checkRate(millionths: Millionths): Millionths {
  if (Number.isSafeInteger(millionths) && millionths >= 0 && millionths <= TAX_RATE_MAX) return millionths;
  throw invalid('tax', 'A tax rate is from 0% to 100%.');
}

/**
 * Returns an origin exactly as browsers send it, such as `https://shop.example`: no path, default port or trailing slash.
 */
function checkOrigin(text: string): string {
  const url = parseUrl(text);
  // URL accepts hosts such as `*.shop.example` or `a;b`, which have another meaning in a content security policy.
  const named = url && /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname);
  if (!named || url.origin !== text.trim().toLowerCase()) {
    const like = named ? ` Did you mean ${url.origin}?` : '';
    throw invalid('origin', `${quote(text)} is not an origin (scheme, host and port only).${like}`);
  }
  return url.origin;
}

function checkUrl(text: string, param: string): string {
  const url = parseUrl(text);
  if (!url || text.length > 2_000)
    throw invalid(param, `${quote(text)} is not an address that begins with https:// or http://.`);
  return url.href;
}

function parseUrl(text: string): URL | null {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (!url || !/^https?:\/\//i.test(trimmed) || url.username || url.password) return null;
  return url;
}

/** Returns an IANA name such as Europe/Berlin in its usual spelling. An offset is not a time zone. */
function checkTimeZone(text: string): string {
  const trimmed = text.trim();
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: trimmed }).resolvedOptions().timeZone;
    if (!/^[A-Za-z]/.test(trimmed)) throw new RangeError('an offset');
    return known.toLowerCase() === trimmed.toLowerCase() ? known : trimmed;
  } catch {
    throw invalid('time_zone', `${quote(text)} is not a time zone of the IANA list, such as Europe/Berlin.`);
  }
}

function checkCountry(code: string | null): string | null {
  if (code === null || isCountry(code)) return code;
  throw invalid('country', unknownCountry(code));
}

/** Returns the countries sorted, each once. A country to which the store does not ship yet may stand among them. */
function checkPhoneCountries(codes: readonly string[]): string[] {
  const countries = [...new Set(codes.map((code) => code.trim().toUpperCase()))].sort();
  const unknown = countries.find((code) => !isCountry(code));
  if (unknown === undefined) return countries;
  throw invalid('phone_countries', unknownCountry(unknown));
}

function checkAddressSearch(setting: string | null): string | null {
  return setting === null || setting === 'test' ? setting : checkUrl(setting, 'address_search');
}

function checkLocale(text: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    if (locale) return locale;
  } catch {
    // The refusal below is for all texts that are no language tag.
  }
  throw invalid('locale', `${quote(text)} is not a language tag such as en or de-AT.`);
}

function perPlace<T extends { country: string; region?: string }>(rates: T[], param: string): T[] {
  const placeOf = ({ country, region }: T) => (region ? `${country}-${region}` : country);
  const seen = new Set<string>();
  for (const rate of rates) {
    const { country } = rate;
    if (!isCountry(country)) throw invalid(param, unknownCountry(country));
    if (seen.has(placeOf(rate))) throw invalid(param, `${placeOf(rate)} is given twice.`);
    seen.add(placeOf(rate));
  }
  return [...rates].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}
