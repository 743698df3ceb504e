import { dateLocale } from './moment.ts';

/** Two calendar days in the store's time zone, both inclusive, as `YYYY-MM-DD`. */
export type ShipWindow = { from: string; until: string };

/**
 * Returns the window as readers of `locale` expect it: "10–15 June 2026", or in short "10–15 Jun". A window of several
 * days is never reduced to one, which would be false precision. The short form names the year only when it is not
 * `currentYear`.
 */
export function formatShipWindow(
  window: ShipWindow,
  locale: string,
  form: { style: 'long' } | { style: 'short'; currentYear: number },
): string {
  const from = new Date(`${window.from}T00:00:00Z`);
  const until = new Date(`${window.until}T00:00:00Z`);
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' };
  if (form.style === 'short') options.month = 'short';
  const inYear = (date: Date) => form.style === 'short' && date.getUTCFullYear() === form.currentYear;
  if (!inYear(from) || !inYear(until)) options.year = 'numeric';
  const format = formatOf(dateLocale(locale), options);
  return locale.startsWith('ja')
    ? japanese(format.format(from), format.format(until))
    : format.formatRange(from, until);
}

/**
 * Returns a range such as 「2027年2月4日～18日」, where Intl would write 2027/02/04～2027/02/18. The year and the month that
 * both days share are written once.
 */
function japanese(from: string, until: string): string {
  if (from === until) return from;
  const [year = '', month = ''] =
    /^(\d+年)?(\d+月)/
      .exec(from)
      ?.slice(1)
      .map((part) => part ?? '') ?? [];
  const shared = until.startsWith(year + month) ? year + month : until.startsWith(year) ? year : '';
  return `${from}～${until.slice(shared.length)}`;
}

// Creating a format takes longer than all other decisions of placing a pre-order, so formats are cached. Shoppers choose
// the locale, so the cache is bounded.
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 500;

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${options.month} ${options.year}`;
  const known = formats.get(key);
  if (known) return known;
  if (formats.size >= FORMATS_MAX) formats.clear();
  const format = new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
