import { isCountry } from './country.ts';
import { CURRENCIES } from './currency.ts';
import { AppError } from './error.ts';
import { MARKETING_BOXES, type MarketingBox } from './marketing.ts';
import type { Minor } from './money.ts';
import type { PromiseSettings } from './promise.ts';
import { type Millionths, TAX_RATE_MAX } from './tax.ts';

/** What a merchant may change later. */
export type StoreSettings = PromiseSettings & {
  name: string;
  /** The seller as the law wants it named, with the address. */
  legalName: string;
  legalAddress: string;
  returnAddress: string;
  contactEmail: string;
  termsUrl: string;
  privacyUrl: string;
  timeZone: string;
  locale: string;
  pricesIncludeTax: boolean;
  holdMinutes: number;
  liveHoldsPerEmailMax: number;
  liveHoldsPerAddressMax: number;
  /** How long a place in the queue is kept after what was due could not be taken. */
  paymentDays: number;
  /** How long the contact of a checkout is kept after its end. */
  keepCheckoutDays: number;
  /** How long the contact of a pre-order is kept after its last line item was sent, returned or cancelled; null: until erased. */
  keepPreorderDays: number | null;
  marketingBox: MarketingBox;
  /** What the box is for in the store's own words, by language; where there are none it has ours. */
  marketingTexts: Record<string, string>;
  /** Scheme, host and port of the pages that may open the checkout. A test store accepts any. */
  origins: string[];
  /** A flat amount per country; a country that is not here is not shipped to. */
  shipping: { country: string; amount: Minor }[];
  /** An entry with a region replaces its country's there. A place without an entry is untaxed. */
  tax: TaxEntry[];
};

/** `region` as addresses of the country name it; left out or empty: the whole country. */
export type TaxEntry = { country: string; region?: string; millionths: Millionths };

/** What is fixed for life: the slug is in scripts, the currency in every amount, the mode in every payment. */
export type StoreIdentity = { slug: string; mode: 'test' | 'live'; currency: string };

export const STORE_DEFAULTS = {
  locale: 'en',
  holdMinutes: 10,
  liveHoldsPerEmailMax: 3,
  liveHoldsPerAddressMax: 20,
  paymentDays: 7,
  keepCheckoutDays: 30,
  keepPreorderDays: null,
  askAfterDays: 7,
  answerDays: 14,
  silenceRule: 'cancel',
  marketingBox: 'off',
  marketingTexts: {},
} as const;

type Range = { min: number; max: number };

/** What a number among the settings may be. */
export const SETTING_RANGES = {
  holdMinutes: { min: 1, max: 60 },
  liveHoldsPerEmailMax: { min: 1, max: 1_000_000 },
  liveHoldsPerAddressMax: { min: 1, max: 1_000_000 },
  paymentDays: { min: 1, max: 60 },
  keepCheckoutDays: { min: 1, max: 3_650 },
  keepPreorderDays: { min: 1, max: 36_500 },
  // The law's bounds: a delay of more than 30 days is a question everywhere, and an answer needs some time.
  askAfterDays: { min: 0, max: 30 },
  answerDays: { min: 3, max: 60 },
} as const satisfies Record<string, Range>;

/** Settings in the form they are kept in; `invalid_parameter` names the first that is wrong. */
export function checkSettings(settings: StoreSettings): StoreSettings {
  return {
    name: line(settings.name, 'name'),
    legalName: line(settings.legalName, 'legal_name'),
    legalAddress: lines(settings.legalAddress, 'legal_address'),
    returnAddress: lines(settings.returnAddress, 'return_address'),
    contactEmail: line(settings.contactEmail, 'contact_email'),
    termsUrl: checkUrl(settings.termsUrl, 'terms_url'),
    privacyUrl: checkUrl(settings.privacyUrl, 'privacy_url'),
    timeZone: checkTimeZone(settings.timeZone),
    locale: checkLocale(settings.locale),
    pricesIncludeTax: settings.pricesIncludeTax,
    ...checkNumbers(settings),
    silenceRule: checkSilence(settings.silenceRule),
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

/** Of a language and no country: the words are the same for all who read it. */
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

/** `https://shop.example`: exactly what browsers send as Origin, so no path, no default port, no trailing slash. */
function checkOrigin(text: string): string {
  const url = parseUrl(text);
  // URL takes hosts such as `*.shop.example` or `a;b`, which would say something else in a content security policy.
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

/** An IANA name such as Europe/Berlin, in its usual spelling; an offset is not a time zone. */
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

function checkLocale(text: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(text.trim());
    if (locale) return locale;
  } catch {
    // Falls through to the one refusal below.
  }
  throw invalid('locale', `${quote(text)} is not a language tag such as en or de-AT.`);
}

function perPlace<T extends { country: string; region?: string }>(rates: T[], param: string): T[] {
  const placeOf = ({ country, region }: T) => (region ? `${country}-${region}` : country);
  const seen = new Set<string>();
  for (const rate of rates) {
    const { country } = rate;
    if (!isCountry(country)) throw invalid(param, `${quote(country)} is not a country code of ISO 3166-1, such as DE.`);
    if (seen.has(placeOf(rate))) throw invalid(param, `${placeOf(rate)} is given twice.`);
    seen.add(placeOf(rate));
  }
  return [...rates].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const TEXT_LENGTH_MAX = 1_000;

/** One line of text: it ends up in mail headers and page titles. */
function line(text: string, param: string, lengthMax = 200): string {
  const trimmed = text.trim();
  if (/[\p{Cc}\u2028\u2029]/u.test(trimmed)) throw invalid(param, `${label(param)} must be a single line of text.`);
  return filled(trimmed, lengthMax, param);
}

function lines(text: string, param: string): string {
  const trimmed = text.trim().replace(/\r\n?/g, '\n');
  if (/[^\P{Cc}\n\t]/u.test(trimmed)) throw invalid(param, `${label(param)} has control characters in it.`);
  return filled(trimmed, TEXT_LENGTH_MAX, param);
}

function filled(text: string, lengthMax: number, param: string): string {
  if (text === '') throw invalid(param, `${label(param)} is missing.`);
  if (text.length > lengthMax) throw invalid(param, `${label(param)} is longer than ${lengthMax} characters.`);
  if (!text.isWellFormed()) throw invalid(param, `${label(param)} is not well-formed text.`);
  return text;
}

function whole(value: number, range: Range, param: string): number {
  if (Number.isSafeInteger(value) && value >= range.min && value <= range.max) return value;
  throw invalid(param, `${label(param)} must be a whole number from ${range.min} to ${range.max}.`);
}

function label(param: string): string {
  const words = param.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function quote(text: string): string {
  return `“${text.trim().slice(0, 60)}”`;
}

function invalid(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param });
}
