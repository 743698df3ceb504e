import { type OwnTextRule, requiredOf, variablesIn, variablesOf } from '../../domain/own-text.ts';
import { type MessageKey, messageLanguage, messagesFor, readerLocale, translate } from '../../messages/catalogue.ts';
import type { Sql } from '../../platform/db.ts';
import { formatMessage, type MessageValues } from '../../protocol/wire/message-format.ts';
import { filledIn, TEXT_PLACES, type TextPlace } from './list.ts';

/** The words of a store in one language, by the key of the text that they replace. */
export type OwnTexts = ReadonlyMap<string, string>;

export const NO_TEXTS: OwnTexts = new Map();

const BUTTON_KEYS = TEXT_PLACES.filter(({ group }) => group === 'button').map(({ key }) => key);
const MAIL_KEYS = TEXT_PLACES.filter(({ group }) => group !== 'button').map(({ key }) => key);

/** Reads the words of a store for readers of the locale: those of its button, or those of its mails. */
export async function readOwnTexts(
  sql: Sql,
  { storeId, locale }: { storeId: string; locale: string },
  of: 'button' | 'mails',
): Promise<OwnTexts> {
  const rows = await sql.query<{ key: string; text: string }>(
    'SELECT key, text FROM store_text WHERE store_id = $1 AND language = $2 AND key = ANY ($3)',
    [storeId, messageLanguage(locale), of === 'button' ? BUTTON_KEYS : MAIL_KEYS],
  );
  return new Map(rows.map(({ key, text }) => [key, text]));
}

/** Returns a text in the words of the store, or else in ours. */
export function wordsOf(own: OwnTexts, locale: string) {
  return (key: MessageKey, values?: MessageValues): string => {
    const text = own.get(key);
    return text === undefined ? translate(locale, key, values) : formatMessage(text, readerLocale(locale), values);
  };
}

/** A text that can be changed: ours, and the words of the store. */
export type ChangeableText = TextPlace & {
  original: string;
  /** Null: ours holds. */
  text: string | null;
  variables: string[];
  required: string[];
};

/** Lists all texts that a store may change, in one language of the catalogue. */
export async function listTexts(sql: Sql, storeId: string, language: string): Promise<ChangeableText[]> {
  const key = { storeId, locale: language };
  const own = new Map([...(await readOwnTexts(sql, key, 'button')), ...(await readOwnTexts(sql, key, 'mails'))]);
  return TEXT_PLACES.map((place) => {
    const rule = ruleOf(place, language);
    const text = own.get(place.key) ?? null;
    return { ...place, original: rule.original, text, variables: variablesOf(rule), required: requiredOf(rule) };
  });
}

export function ruleOf(place: TextPlace, language: string): OwnTextRule {
  const inEnglish = variablesIn(ourText('en', place.key)); // a language may do without one that its place fills
  return { part: place.part, original: ourText(language, place.key), filled: [...filledIn(place), ...inEnglish] };
}

function ourText(language: string, key: MessageKey): string {
  const message = messagesFor(language)[key];
  return typeof message === 'string' ? message : message.other; // texts with forms for numbers cannot be changed
}
