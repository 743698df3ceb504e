import { signal } from '@preact/signals';
import type { alerts } from '../../messages/alerts/en.ts';
import type { account } from '../../messages/portal/account-en.ts';
import type { discounts } from '../../messages/portal/discounts-en.ts';
import type { en } from '../../messages/portal/en.ts';
import type { faults } from '../../messages/portal/faults-en.ts';
import type { home } from '../../messages/portal/home-en.ts';
import type { ids } from '../../messages/portal/ids-en.ts';
import type { lists } from '../../messages/portal/lists-en.ts';
import type { office } from '../../messages/portal/office-en.ts';
import type { people } from '../../messages/portal/people-en.ts';
import type { rehearsal } from '../../messages/portal/rehearsal-en.ts';
import type { rows } from '../../messages/portal/rows-en.ts';
import type { sending } from '../../messages/portal/sending-en.ts';
import type { setup } from '../../messages/portal/setup-en.ts';
import type { terms } from '../../messages/portal/terms-en.ts';
import { formatMessage, type Message, type MessageValues } from '../../protocol/wire/message-format.ts';

export type PortalKey =
  | keyof typeof en
  | keyof typeof setup
  | keyof typeof account
  | keyof typeof rehearsal
  | keyof typeof office
  | keyof typeof discounts
  | keyof typeof ids
  | keyof typeof people
  | keyof typeof faults
  | keyof typeof alerts
  | keyof typeof rows
  | keyof typeof terms
  | keyof typeof sending
  | keyof typeof lists
  | keyof typeof home;

type Texts = Readonly<Record<string, Message>>;

// A file for each language and part, loaded when it is needed: a reader needs one language, and few pages need the other parts.
const LANGUAGES = {
  en: {
    base: async (): Promise<Texts> => (await import('../../messages/portal/en.ts')).en,
    setup: async (): Promise<Texts> => (await import('../../messages/portal/setup-en.ts')).setup,
    account: async (): Promise<Texts> => (await import('../../messages/portal/account-en.ts')).account,
    rehearsal: async (): Promise<Texts> => (await import('../../messages/portal/rehearsal-en.ts')).rehearsal,
    office: async (): Promise<Texts> => (await import('../../messages/portal/office-en.ts')).office,
    faults: async (): Promise<Texts> => (await import('../../messages/portal/faults-en.ts')).faults,
    discounts: async (): Promise<Texts> => (await import('../../messages/portal/discounts-en.ts')).discounts,
    ids: async (): Promise<Texts> => (await import('../../messages/portal/ids-en.ts')).ids,
    people: async (): Promise<Texts> => (await import('../../messages/portal/people-en.ts')).people,
    alerts: async (): Promise<Texts> => (await import('../../messages/alerts/en.ts')).alerts,
    rows: async (): Promise<Texts> => (await import('../../messages/portal/rows-en.ts')).rows,
    terms: async (): Promise<Texts> => (await import('../../messages/portal/terms-en.ts')).terms,
    sending: async (): Promise<Texts> => (await import('../../messages/portal/sending-en.ts')).sending,
    lists: async (): Promise<Texts> => (await import('../../messages/portal/lists-en.ts')).lists,
    home: async (): Promise<Texts> => (await import('../../messages/portal/home-en.ts')).home,
  },
  de: {
    base: async (): Promise<Texts> => (await import('../../messages/portal/de.ts')).de,
    setup: async (): Promise<Texts> => (await import('../../messages/portal/setup-de.ts')).setup,
    account: async (): Promise<Texts> => (await import('../../messages/portal/account-de.ts')).account,
    rehearsal: async (): Promise<Texts> => (await import('../../messages/portal/rehearsal-de.ts')).rehearsal,
    office: async (): Promise<Texts> => (await import('../../messages/portal/office-de.ts')).office,
    faults: async (): Promise<Texts> => (await import('../../messages/portal/faults-de.ts')).faults,
    discounts: async (): Promise<Texts> => (await import('../../messages/portal/discounts-de.ts')).discounts,
    ids: async (): Promise<Texts> => (await import('../../messages/portal/ids-de.ts')).ids,
    people: async (): Promise<Texts> => (await import('../../messages/portal/people-de.ts')).people,
    alerts: async (): Promise<Texts> => (await import('../../messages/alerts/de.ts')).alerts,
    rows: async (): Promise<Texts> => (await import('../../messages/portal/rows-de.ts')).rows,
    terms: async (): Promise<Texts> => (await import('../../messages/portal/terms-de.ts')).terms,
    sending: async (): Promise<Texts> => (await import('../../messages/portal/sending-de.ts')).sending,
    lists: async (): Promise<Texts> => (await import('../../messages/portal/lists-de.ts')).lists,
    home: async (): Promise<Texts> => (await import('../../messages/portal/home-de.ts')).home,
  },
};

export type TextsPart = keyof (typeof LANGUAGES)['en'];

export type Language = keyof typeof LANGUAGES;

/** The languages of the portal with their own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

let language: Language = 'en';
// A signal, so that what is on the screen changes with it: components that read signals are not drawn again with their parents.
const texts = signal<Texts | undefined>(undefined);
let loading: Promise<void> | undefined;
let loads = 0;
const needed = new Set<TextsPart>(['base']);
/** The reader's locale for numbers and dates, such as `de-AT`. */
let locale = 'en';

/** Loads the texts for a language tag; English for a language that the portal does not have. */
export async function useLanguage(tag: string): Promise<void> {
  const wanted = tag.slice(0, 2).toLowerCase();
  const known = (wanted in LANGUAGES ? wanted : 'en') as Language;
  language = known;
  loading = load(known);
  // A page may ask for its part while the reader's language is still coming: the last that was asked for counts.
  for (let seen: Promise<void> | undefined; seen !== loading; ) {
    seen = loading;
    await seen;
  }
}

async function load(known: Language): Promise<void> {
  loads += 1;
  const own = loads;
  const parts = await Promise.all([...needed].map((part) => LANGUAGES[known][part]()));
  if (own !== loads) return;
  locale = navigator.languages.find((one) => one.slice(0, 2) === known && isLocale(one)) ?? known;
  document.documentElement.lang = known;
  texts.value = Object.assign({}, ...parts);
}

/** Says whether numbers and dates can be written for it: a browser may name a system's setting, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/** Loads a part of the texts, for pages that need more than the others. */
export async function needTexts(part: TextsPart): Promise<void> {
  if (needed.has(part)) return;
  needed.add(part);
  await useLanguage(language);
}

export const currentLanguage = (): Language => language;
export const currentLocale = (): string => locale;

/** Returns a text of the catalogue in the reader's language. */
export function t(key: PortalKey, values?: MessageValues): string {
  return texts.value ? formatMessage(texts.value[key] ?? '', locale, values) : '';
}

/** Returns the reader's locale, and the texts by key, for what writes texts by itself. */
export const currentReader = () => ({ locale, message: (key: string): Message | undefined => texts.value?.[key] });

/** Returns a text whose key is only known at run time, or undefined where the catalogue has none. */
export function textOf(key: string, values?: MessageValues): string | undefined {
  const message = texts.value?.[key];
  return message === undefined ? undefined : formatMessage(message, locale, values);
}

/** Waits for a page and for the texts that few others need. */
export async function withTexts<Module>(parts: readonly TextsPart[], page: Promise<Module>): Promise<Module> {
  await Promise.all(parts.map(needTexts));
  return page;
}
