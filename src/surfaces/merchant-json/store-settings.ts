import type { Static } from 'typebox';
import type { NewStore, StoreChanges } from '../../core/stores/commands.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseMoney } from '../../domain/money.ts';
import { makeAll } from '../../domain/refuse-all.ts';
import type { TaxEntry } from '../../domain/store.ts';
import type { NewStore as NewStoreSchema } from '../../protocol/schema/admin-api/store-life.ts';
import { StoreChange } from '../../protocol/schema/admin-api/stores.ts';
import { valuesOf } from '../fields.ts';
import { findRegion } from './regions.ts';

type StoreChangeBody = Static<typeof StoreChange>;
type NewStoreBody = Static<typeof NewStoreSchema>;

/** Reads the given settings. What is absent stays so. */
export function settingsFrom(given: StoreChangeBody, { currency }: Pick<Store, 'currency'>): StoreChanges {
  const { shipping, tax, marketing_texts: texts } = given;
  const values = valuesOf(StoreChange, given, { currency, timeZone: 'UTC' });
  const { silence, shipping: _shipping, tax: _tax, ...plain } = values;
  return {
    ...plain,
    ...(typeof plain.country === 'string' && { country: plain.country.toUpperCase() }),
    ...(silence && { silenceRule: silence }),
    ...(texts && { marketingTexts: textsFrom(texts) }),
    ...(shipping && {
      shipping: makeAll(
        shipping,
        ({ country, amount }) => ({
          country: country.trim().toUpperCase(),
          amount: parseMoney(amount, currency, 'shipping'),
        }),
        ({ country }) => ({ country }),
      ),
    }),
    ...(tax && { tax: makeAll(tax, taxFrom, ({ country, region = '' }) => ({ country, region })) }),
  };
}

/** Reads a new store. What is left out is as little as a store can begin with: it ships nowhere, and adds no tax. */
export function newStoreFrom(given: NewStoreBody): NewStore {
  const { slug, mode, currency: code, ...settings } = given;
  const currency = code.trim().toUpperCase();
  const set = settingsFrom(settings, { currency });
  return {
    ...set,
    pricesIncludeTax: set.pricesIncludeTax ?? true,
    origins: set.origins ?? [],
    shipping: set.shipping ?? [],
    tax: set.tax ?? [],
    returnAddress: set.returnAddress ?? settings.legal_address,
    slug: slug.trim(),
    mode,
    currency,
    name: settings.name,
    legalName: settings.legal_name,
    legalAddress: settings.legal_address,
    contactEmail: settings.contact_email,
    termsUrl: settings.terms_url,
    privacyUrl: settings.privacy_url,
    timeZone: settings.time_zone,
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
