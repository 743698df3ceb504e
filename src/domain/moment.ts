/** Whose language and whose clock a day or a moment is written for: the shopper's, and the store's. */
export type Reader = { locale: string; timeZone: string };

/** `10 June 2030`: the day that the store's clock shows at that moment. */
export function formatDay(at: Date, { locale, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(writingOf(locale), { dateStyle: 'long', timeZone }).format(at);
}

/** To the minute and with the name of the time zone: it decides about money, and its reader may live in another zone. */
export function formatMoment(at: Date, { locale, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(writingOf(locale), {
    ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone },
  }).format(at);
}

/** English that names no country is read everywhere: the day comes first, as nearly everywhere. */
export function writingOf(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}
