import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Store } from '../../requests/kinds.ts';

export type NewStore = operations['createStore']['requestBody']['content']['application/json'];

/** What is typed of a new store. */
export type Draft = Pick<
  NewStore,
  | 'name'
  | 'slug'
  | 'mode'
  | 'currency'
  | 'time_zone'
  | 'legal_name'
  | 'legal_address'
  | 'contact_email'
  | 'terms_url'
  | 'privacy_url'
>;

/** Begins with what the browser knows of the person. */
export function emptyDraft(email: string): Draft {
  return {
    name: '',
    slug: '',
    mode: 'test',
    currency: 'EUR',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'Europe/Berlin',
    legal_name: '',
    legal_address: '',
    contact_email: email,
    terms_url: '',
    privacy_url: '',
  };
}

/** Begins with the settings of a live store, for a test store beside it. */
export function draftBeside(store: Store, name: string): Draft {
  const { currency, time_zone, legal_name, legal_address, contact_email, terms_url, privacy_url } = store;
  const legal = { legal_name, legal_address, contact_email, terms_url, privacy_url };
  return { ...legal, name, slug: slugOf(`${store.slug}-test`), mode: 'test', currency, time_zone };
}

/** The settings that a test store takes over from the live one beside it, so that it tries the same. */
export function settingsBeside(store: Store): Partial<NewStore> {
  const { return_address, country, locale, prices_include_tax, hold_minutes, payment_days, shipping, tax } = store;
  return { return_address, country, locale, prices_include_tax, hold_minutes, payment_days, shipping, tax };
}

/** Makes a short name of a name: `Fjord & Fjell GmbH` becomes `fjord-fjell-gmbh`. */
export function slugOf(name: string): string {
  return name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
}
