import type { StoreChanges } from '../../../core/stores/commands.ts';
import { AppError } from '../../../domain/error.ts';
import { type Minor, parseMoney } from '../../../domain/money.ts';
import { parsePercentage } from '../../../domain/part.ts';
import type { TaxEntry } from '../../../domain/store.ts';
import { findRegion } from '../../merchant-json/regions.ts';
import { parseAssignment } from '../values.ts';
import type { SettingOptions } from './settings.ts';

/** Reads the given options. What is absent stays `undefined`. */
export function settingsFrom(options: SettingOptions, currency: string): StoreChanges {
  const list = (given: string[]) => (given.length === 1 && given[0] === 'none' ? [] : given);
  const { origin, ship, tax, taxInPrices, marketingText } = options;
  const { legalAddress, returnAddress, secondFactor } = options;
  const limit = options.refundLimit === 'none' ? null : options.refundLimit;
  return {
    name: options.name,
    legalName: options.legalName,
    legalAddress: legalAddress === undefined ? undefined : lines(legalAddress),
    returnAddress: returnAddress === undefined ? undefined : lines(returnAddress),
    contactEmail: options.contact,
    contactPhone: options.contactPhone === 'none' ? null : options.contactPhone,
    termsUrl: options.terms,
    privacyUrl: options.privacy,
    withdrawalUrl: options.withdrawal === 'none' ? null : options.withdrawal,
    withdrawalDays: options.withdrawalDays === 'none' ? null : options.withdrawalDays,
    withdrawalFor: options.withdrawalFor,
    withdrawalCountsFrom: options.withdrawalCountsFrom,
    lowestPrice: options.lowestPrice,
    returnCosts: options.returnCosts,
    timeZone: options.timeZone,
    country: options.country === 'none' ? null : options.country?.toUpperCase(),
    addressSearch: options.addressSearch === 'none' ? null : options.addressSearch,
    locale: options.locale,
    pricesIncludeTax: taxInPrices === undefined ? undefined : taxInPrices === 'inclusive',
    holdMinutes: options.holdMinutes,
    liveHoldsPerEmailMax: options.holdsPerEmail,
    liveHoldsPerAddressMax: options.holdsPerAddress,
    paymentDays: options.paymentDays,
    withdrawalUndoHours: options.withdrawalUndoHours,
    keepCheckoutDays: options.keepCheckoutDays,
    keepPreorderDays: options.keepPreorderDays === 'none' ? null : options.keepPreorderDays,
    refundLimit: limit === undefined || limit === null ? limit : parseMoney(limit, currency, 'refund_limit'),
    askAfterDays: options.askAfterDays,
    answerDays: options.answerDays,
    silenceRule: options.silence,
    secondFactorRequired: secondFactor === undefined ? undefined : secondFactor === 'required',
    marketingBox: options.marketingBox,
    marketingTexts: marketingText && parseTexts(list(marketingText)),
    origins: origin && list(origin),
    shipping: ship && list(ship).map((rate) => parseShippingRate(rate, currency)),
    tax: tax && list(tax).map(parseTaxRate),
  };
}

/** Turns each `\n` that the user typed into a line break, because shell arguments are single lines. */
export function lines(text: string): string {
  return text.replaceAll('\\n', '\n');
}

/** Parses `DE=4.90`, an amount in the store's currency. */
function parseShippingRate(text: string, currency: string): { country: string; amount: Minor } {
  const { name, value } = parseAssignment(text, 'ship');
  return { country: name.toUpperCase(), amount: parseMoney(value, currency, 'shipping') };
}

/** Parses `de=Ja, …`, a language and a text in it. Splits at the first `=`, because the text may contain one. */
function parseTexts(given: readonly string[]): Record<string, string> {
  const refuse = (message: string) => new AppError('invalid_parameter', message, { param: 'marketing_text' });
  const words = given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw refuse(`“${text.slice(0, 80)}” of --marketing-text is not LANGUAGE=WORDS.`);
    return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1)] as const;
  });
  const languages = new Set(words.map(([language]) => language));
  if (languages.size < words.length) throw refuse('Give one text for the box in each language.');
  return Object.fromEntries(words);
}

/** Parses `DE=19%` or `CA-QC=14.975%`, the rate of a country or of a region. */
function parseTaxRate(text: string): TaxEntry {
  const { name, value } = parseAssignment(text, 'tax');
  const [country = '', ...rest] = name.split('-');
  const place = { country: country.trim().toUpperCase(), region: rest.join('-').trim() };
  return { ...place, region: findRegion(place), millionths: parsePercentage(value, 4, 'tax') };
}
