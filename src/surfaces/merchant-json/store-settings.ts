import type { Static } from 'typebox';
import type { NewStore, StoreChanges } from '../../core/stores/commands.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseMoney } from '../../domain/money.ts';
import { makeAll } from '../../domain/refuse-all.ts';
import type { TaxEntry } from '../../domain/store.ts';
import type { NewStore as NewStoreBody, StoreChange } from '../../protocol/schema/admin-api/stores.ts';
import { findRegion } from './regions.ts';

type StoreChangeBody = Static<typeof StoreChange>;

/** Reads the given settings. What is absent stays `undefined`. */
export function settingsFrom(given: StoreChangeBody, { currency }: Pick<Store, 'currency'>): StoreChanges {
  const { refund_limit: limit } = given;
  return {
    name: given.name,
    legalName: given.legal_name,
    legalAddress: given.legal_address,
    returnAddress: given.return_address,
    contactEmail: given.contact_email,
    contactPhone: given.contact_phone,
    termsUrl: given.terms_url,
    privacyUrl: given.privacy_url,
    withdrawalUrl: given.withdrawal_url,
    withdrawalDays: given.withdrawal_days,
    withdrawalFor: given.withdrawal_for,
    withdrawalCountsFrom: given.withdrawal_counts_from,
    lowestPrice: given.lowest_price,
    returnCosts: given.return_costs,
    timeZone: given.time_zone,
    country: given.country === null ? null : given.country?.toUpperCase(),
    addressSearch: given.address_search,
    locale: given.locale,
    pricesIncludeTax: given.prices_include_tax,
    holdMinutes: given.hold_minutes,
    liveHoldsPerEmailMax: given.live_holds_per_email_max,
    liveHoldsPerAddressMax: given.live_holds_per_address_max,
    paymentDays: given.payment_days,
    withdrawalUndoHours: given.withdrawal_undo_hours,
    keepCheckoutDays: given.keep_checkout_days,
    keepPreorderDays: given.keep_preorder_days,
    refundLimit: typeof limit === 'string' ? parseMoney(limit, currency, 'refund_limit') : limit,
    askAfterDays: given.ask_after_days,
    answerDays: given.answer_days,
    silenceRule: given.silence,
    secondFactorRequired: given.second_factor_required,
    marketingBox: given.marketing_box,
    marketingTexts: given.marketing_texts && textsFrom(given.marketing_texts),
    origins: given.origins,
    shipping:
      given.shipping &&
      makeAll(
        given.shipping,
        ({ country, amount }) => ({
          country: country.trim().toUpperCase(),
          amount: parseMoney(amount, currency, 'shipping'),
        }),
        ({ country }) => ({ country }),
      ),
    tax: given.tax && makeAll(given.tax, taxFrom, ({ country, region = '' }) => ({ country, region })),
  };
}

/** Reads a new store. What is left out is as little as a store can begin with: it ships nowhere, and adds no tax. */
export function newStoreFrom({ slug, mode, ...settings }: Static<typeof NewStoreBody>): NewStore {
  const currency = settings.currency.trim().toUpperCase();
  const given = settingsFrom(settings, { currency });
  return {
    ...given,
    slug: slug.trim(),
    mode,
    currency,
    name: settings.name,
    legalName: settings.legal_name,
    legalAddress: settings.legal_address,
    returnAddress: settings.return_address ?? settings.legal_address,
    contactEmail: settings.contact_email,
    termsUrl: settings.terms_url,
    privacyUrl: settings.privacy_url,
    timeZone: settings.time_zone,
    pricesIncludeTax: given.pricesIncludeTax ?? true,
    origins: given.origins ?? [],
    shipping: given.shipping ?? [],
    tax: given.tax ?? [],
  };
}

function textsFrom(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language.toLowerCase(), text]));
}

const MILLIONTHS_PER_PERCENT = 10_000;

function taxFrom({
  region = '',
  percent,
  basis_points: asRead,
  ...given
}: NonNullable<StoreChangeBody['tax']>[number]): TaxEntry {
  const country = given.country.trim().toUpperCase();
  const millionths = Math.round(percent * MILLIONTHS_PER_PERCENT);
  if (Math.abs(millionths - percent * MILLIONTHS_PER_PERCENT) > 1e-6) {
    throw new AppError('invalid_parameter', 'A rate of tax has four decimals at most.', { param: 'tax' });
  }
  if (asRead !== undefined && Math.abs(asRead * 100 - millionths) > 1e-6) {
    throw new AppError('invalid_parameter', 'basis_points has to be 100 times percent.', { param: 'tax' });
  }
  return { country, region: findRegion({ country, region: region.trim() }), millionths };
}
