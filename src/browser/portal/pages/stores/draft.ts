import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { plainLetters } from '../../../../domain/plain-letters.ts';

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
    contact_email: email,
    ...sampleLegal(''),
  };
}

type Legal = Pick<Draft, 'legal_name' | 'legal_address' | 'terms_url' | 'privacy_url'>;

const NO_LEGAL: Legal = { legal_name: '', legal_address: '', terms_url: '', privacy_url: '' };

/** Returns an invented seller for a test store called `name`. No shopper buys there. */
const sampleLegal = (name: string): Legal => ({
  legal_name: name,
  legal_address: 'Example Street 1\n10115 Berlin\nGermany',
  terms_url: 'https://example.com/terms',
  privacy_url: 'https://example.com/privacy',
});

/**
 * Returns the draft after a change of its name or mode. The seller of a test store is filled in, and that of a live one is left to the
 * merchant. What the merchant has written stays.
 */
export function withLegal(before: Draft, change: Partial<Pick<Draft, 'name' | 'mode'>>): Draft {
  const after = { ...before, ...change };
  const filledIn = (draft: Draft) => (draft.mode === 'test' ? sampleLegal(draft.name) : NO_LEGAL);
  const [was, is] = [filledIn(before), filledIn(after)];
  const untouched = LEGAL_FIELDS.filter((field) => before[field] === was[field]);
  return { ...after, ...Object.fromEntries(untouched.map((field) => [field, is[field]])) };
}

const LEGAL_FIELDS = Object.keys(NO_LEGAL) as (keyof Legal)[];

/** Makes a short name of a name: `Søn & Fjell GmbH` becomes `son-fjell-gmbh`. */
export function slugOf(name: string): string {
  return plainLetters(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
}
