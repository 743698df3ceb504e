import { EUROPEAN_ECONOMIC_AREA, isCountry, unknownCountry } from './country.ts';
import { AppError } from './error.ts';

/** Whom a notice of the legal guarantee is for: readers of a language, everywhere or in one country. */
export type NoticeFor = { language: string; country: string | null };

/** Reads `de`, or `de-AT` where a country has its own file. Throws `invalid_parameter`. */
export function parseNoticeFor(text: string): NoticeFor {
  const [, language = '', country = ''] = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i.exec(text.trim()) ?? [];
  const invalid = (message: string) => new AppError('invalid_parameter', message, { param: 'locale' });
  if (language === '') {
    throw invalid(`“${text.slice(0, 40)}” is not a language such as de, or a language and a country such as de-AT.`);
  }
  const code = country.toUpperCase();
  if (code !== '' && !isCountry(code)) throw invalid(unknownCountry(code));
  return { language: language.toLowerCase(), country: code || null };
}

/** Returns how a notice is named: `de`, `de-AT`. */
export const noticeName = ({ language, country }: NoticeFor): string =>
  country === null ? language : `${language}-${country}`;

/** The bounds of an official file. Its text has to be read, also on a screen with many pixels. */
export const OFFICIAL_BYTES_MAX = 256 * 1024;
const OFFICIAL_SIDE_MIN = 200;
export const OFFICIAL_SIDE_MAX = 3_600;

/** Returns why an image is no official file, to follow “because”; null if it can be one. */
export function officialFlaw({ width, height }: { width: number; height: number }): string | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const found = `it is ${width} × ${height} pixels`;
  if (short < OFFICIAL_SIDE_MIN) return `${found}, and each side needs ${OFFICIAL_SIDE_MIN}`;
  return long > OFFICIAL_SIDE_MAX ? `${found}, and a side has ${OFFICIAL_SIDE_MAX} at most` : null;
}

/** A notice as a page shows it: one for every country, and those of countries with another one. */
export type ChosenNotice<Notice> = { every: Notice; own: Record<string, Notice> };

type Reader = { locale: string; storeLocale: string; countries: readonly string[] };

/**
 * Chooses notices for a reader: in their language, else in that of the store, else in English, else any. In each, the file of a
 * country comes before that for every country. `countries`: where the goods may go; null if none of them is in the EEA, or no notice is there.
 */
export function chooseNotice<Notice extends NoticeFor>(
  notices: readonly Notice[],
  { locale, storeLocale, countries }: Reader,
): (ChosenNotice<Notice> & { countries: string[] }) | null {
  const there = countries.filter((country) => EUROPEAN_ECONOMIC_AREA.includes(country));
  if (there.length === 0) return null;
  const [, region = null] = locale.split('-');
  const languages = [locale, storeLocale, 'en'].map((tag) => tag.split('-')[0] ?? '');
  const every = bestFor(notices, languages, region);
  if (every === null) return null;
  const own = there.flatMap((country) => {
    const best = bestFor(notices, languages, country);
    return best === null || best === every ? [] : [[country, best] as const];
  });
  return { every, own: Object.fromEntries(own), countries: there };
}

function bestFor<Notice extends NoticeFor>(
  notices: readonly Notice[],
  languages: readonly string[],
  country: string | null,
): Notice | null {
  for (const language of languages) {
    const spoken = notices.filter((one) => one.language === language);
    const found = spoken.find((one) => one.country === country) ?? spoken.find((one) => one.country === null);
    if (found) return found;
  }
  const elsewhere = languages.flatMap((language) => notices.filter((one) => one.language === language));
  return elsewhere[0] ?? notices.find((one) => one.country === null) ?? notices[0] ?? null;
}
