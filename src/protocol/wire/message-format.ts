/**
 * A text of the message catalogue: one text with placeholders `{name}`, or one text for each plural category of `{count}`.
 */
export type Message =
  | string
  | { one?: string; two?: string; few?: string; many?: string; zero?: string; other: string };

export type MessageValues = Record<string, string | number>;

/** Returns true for languages that are written from right to left. */
export const isRightToLeft = (locale: string): boolean => /^(ar|he)\b/.test(locale);

/** Fills the placeholders of a message, with numbers as readers of `locale` write them. */
export function formatMessage(message: Message, locale: string, values: MessageValues = {}): string {
  const text = typeof message === 'string' ? message : pluralForm(message, locale, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    const written = typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
    // Isolation marks (U+2068, U+2069) keep a name or an address in Latin letters from reordering the text around it.
    return isRightToLeft(locale) ? `\u2068${written}\u2069` : written;
  });
}

function pluralForm(message: Exclude<Message, string>, locale: string, count: number): string {
  return message[new Intl.PluralRules(locale).select(count)] ?? message.other;
}
