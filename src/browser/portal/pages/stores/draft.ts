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
    legal_name: '',
    legal_address: '',
    contact_email: email,
    terms_url: '',
    privacy_url: '',
  };
}

/** Makes a short name of a name: `Søn & Fjell GmbH` becomes `son-fjell-gmbh`. */
export function slugOf(name: string): string {
  return plainLetters(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');
}
