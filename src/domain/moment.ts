/** How a day or a moment is written: in the shopper's language, and in the store's time zone. */
export type Reader = { locale: string; timeZone: string };

/** Returns the day that the store's clock shows at that moment, such as `10 June 2030`. */
export function formatDay(at: Date, { locale, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'long', timeZone }).format(at);
}

/** Returns a moment to the minute, with its time zone: it decides about money, and its reader may live in another zone. */
export function formatMoment(at: Date, { locale, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(dateLocale(locale), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}

/** Returns a moment to the second, with its time zone: a legal act counts from it. */
export function formatSecond(at: Date, { locale, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone,
  }).format(at);
}

/**
 * Returns the locale that dates are formatted with. Readers of `en` without a country may live in any country, and in most
 * countries the day comes first.
 */
export function dateLocale(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}
