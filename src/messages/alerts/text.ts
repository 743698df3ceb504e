import { formatMessage, type Message, type MessageValues } from '../../protocol/wire/message-format.ts';
import type { AlertText, alerts } from './en.ts';

/** What an alert speaks of, as it is kept: amounts and times as the API writes them, and names of rules, topics and reasons. */
export type AlertValues = Readonly<Record<string, string | number>>;

/** A language: its locale, and its texts by key. */
export type AlertReader = { locale: string; message: (key: string) => Message | undefined };

/** Says an alert to a reader; undefined for one that is newer than the texts. */
export function alertText(reader: AlertReader, code: string, values: AlertValues): string | undefined {
  const message = reader.message(`alert.${code}`);
  // What another system said may end with a full stop of its own.
  return message && formatMessage(message, reader.locale, writtenFor(reader, values)).replace(/(?<!\.)\.\.(?!\.)/, '.');
}

function writtenFor(reader: AlertReader, values: AlertValues): MessageValues {
  const written = Object.entries(values).map(([name, value]) => [name, writeValue(reader, values, [name, value])]);
  return Object.fromEntries(written);
}

function writeValue(reader: AlertReader, values: AlertValues, [name, value]: [string, string | number]) {
  const { locale, message } = reader;
  if (typeof value === 'number') return value;
  const named = (key: string, more: MessageValues = {}) => {
    const known = message(key);
    return known === undefined ? undefined : formatMessage(known, locale, more);
  };
  if (name === 'amount') return writeMoney(value, String(values.currency), locale);
  if (name.endsWith('_at')) return writeMoment(value, String(values.time_zone), locale);
  if (name.endsWith('_on')) return writeDay(value, locale);
  if (name === 'rule') return named(`books.rule.${value}`) ?? value;
  if (name === 'reason') return named(`dispute.reason.${value}`) ?? value.replaceAll('_', ' ');
  if (name === 'difference') return named(`comparison.why.${value}`, values) ?? value;
  if (name === 'topics')
    return value
      .split(', ')
      .map((topic) => named(`job.${topic}`) ?? topic)
      .join(', ');
  // English readers get what was said; of the others, those for whom its code has words do not need it.
  if (name === 'said' && !locale.startsWith('en'))
    return (
      named(`books.detail.${values.detail}`, values) ??
      named(`job.reason.${values.said_code}`) ??
      named(`fault.${values.said_code}`) ??
      value
    );
  return value;
}

function writeMoney(amount: string, currency: string, locale: string): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals }).format(amount as `${number}`);
}

const writeMoment = (at: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at));

// Days are the store's, so no time zone may move them.
const writeDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

type PlacesIn<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesIn<Rest> : never;
type FormsOf<Text> = Text extends string ? Text : Text[keyof Text];
// An amount is written with its currency, and a difference of books may speak of both.
type Needed<Place> = Place extends 'amount'
  ? Place | 'currency'
  : Place extends 'difference'
    ? Place | 'currency' | 'about'
    : Place;
/** The names of the values that a text needs. */
export type AlertPlaces<Text extends AlertText> = Needed<PlacesIn<FormsOf<(typeof alerts)[`alert.${Text}`]>>>;
