/** A text of the message catalogue: plain with `{name}` places, or one text per plural category of `{count}`. */
export type Message =
  | string
  | { one?: string; two?: string; few?: string; many?: string; zero?: string; other: string };

export type MessageValues = Record<string, string | number>;

/** Fills a message for a reader of `locale`; numbers are written the reader's way. */
export function formatMessage(message: Message, locale: string, values: MessageValues = {}): string {
  const text = typeof message === 'string' ? message : pluralForm(message, locale, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
  });
}

function pluralForm(message: Exclude<Message, string>, locale: string, count: number): string {
  return message[new Intl.PluralRules(locale).select(count)] ?? message.other;
}
