/**
 * Returns a typed number as the API takes it. Separators are read as people of the locale write them: `1.000` is a thousand in German and
 * one in English. A notation that can only be the other one is read too. What is no number stays as it is, for the service to refuse.
 */
export function plainDecimal(typed: string, locale: string): string {
  const text = typed.trim().replaceAll(/(?<=\d)[\s’'](?=\d{3})/gu, '');
  const point = pointOf(locale);
  const own = point === ',' ? GERMAN : ENGLISH;
  if (own.test(text) || BOTH.test(text) || GROUPS.test(text))
    return ungrouped(text, own.test(text) ? point : undefined);
  return text.replace(',', '.');
}

// Groups of three digits, with or without decimals.
const GERMAN = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;
const ENGLISH = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
// These mean the same to everybody: both separators, or several groups.
const BOTH = /^\d{1,3}(?:(?:\.\d{3})+,|(?:,\d{3})+\.)\d+$/;
const GROUPS = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;

function ungrouped(text: string, point = BOTH.test(text) ? text.replaceAll(/\d/g, '').at(-1) : undefined): string {
  const [whole = '', decimals] = point === undefined ? [text] : text.split(point);
  const digits = whole.replaceAll(/[.,]/g, '');
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}

const pointOf = (locale: string): string =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** Writes a number of the API as people of the locale type it: `5,90` in German. */
export const localDecimal = (plain: string, locale: string): string => plain.replace('.', pointOf(locale));

/** Tells whether people of the locale read a number one way, and many others a thousand times as much: `1.000` in English. */
export function hasTwoReadings(typed: string, locale: string): boolean {
  const [, point] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(typed.trim()) ?? [];
  return point === pointOf(locale);
}
