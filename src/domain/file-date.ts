import { AppError } from './error.ts';
import { plainLetters } from './plain-letters.ts';
import { because } from './refusal.ts';
import { parseDayIn, parseMoment } from './store-time.ts';
import { withoutUnseen } from './unseen.ts';

/** Whose file it is: the names of months are read in English and in the store's language. */
export type FileDates = { locale: string; timeZone: string };

/** Reads a moment of a file, in every notation that has one meaning alone (docs/guides/moving-in.md). */
export function momentInFile(text: string, of: FileDates, param: string): Date {
  return parseMoment(isoText(text, of, param), of.timeZone, param);
}

/** Reads a day of a file, in every notation that has one meaning alone. A moment is the day that the store's clock shows at it. */
export function dayInFile(text: string, of: FileDates, param: string): string {
  return parseDayIn(isoText(text, of, param), of.timeZone, param);
}

const LENGTH_MAX = 80; // far above any date, so that long cells take no time

/** Returns the date as ISO 8601 writes it, or the text itself where it cannot be read: then it is refused as it stands. */
function isoText(text: string, { locale }: FileDates, param: string): string {
  if (text.length > LENGTH_MAX) return text;
  const { date, time } = splitTime(withoutUnseen(text.normalize('NFKC')));
  const day = dayOf(date, locale, param);
  return day === undefined || time === undefined ? text : `${day}${time}`;
}

const TIME =
  /(?:^|[ T,])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?([ap])\.?m\.?)?(?: ?(?:GMT|UTC|(Z)))?(?: ?([+-]\d{2}:?\d{2}))?$/i;
// The name that programs write behind the offset: `GMT+0100 (Central European Standard Time)`.
const ZONE_NAME = / \([\p{L} ]{1,50}\)$/u;

function splitTime(text: string): { date: string; time: string | undefined } {
  const written = text.replace(ZONE_NAME, '');
  const found = TIME.exec(written);
  if (!found) return { date: written, time: written.includes(':') ? undefined : '' };
  const [all, hours = '', minutes, seconds = '00', half, utc, offset] = found;
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  const zone = offset ?? (utc !== undefined || /GMT|UTC/i.test(all) ? 'Z' : '');
  const time = hour === undefined ? undefined : ` ${`${hour}`.padStart(2, '0')}:${minutes}:${seconds}${zone}`;
  return { date: written.slice(0, found.index), time };
}

/** Returns the hour of 24 for one of twelve; undefined for one that no such clock shows. */
function hourOf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

// Words beside the numbers: `1st`, `1 de dezembro`, `2026年12月1日`.
const FILLING = new Set(['st', 'nd', 'rd', 'th', 'er', 'of', 'de', 'del', 'den', 'at', '年', '月', '日']);

function dayOf(date: string, locale: string, param: string): string | undefined {
  const parts = (date.match(/\d+|[^\d\s.,/-]+/g) ?? []).map(plainLetters).filter((part) => !FILLING.has(part));
  const numbers = parts.filter((part) => /^\d/.test(part));
  const words = parts.filter((part) => !/^\d/.test(part));
  if (words.length === 0) return dayOfNumbers(date, numbers, param);
  const names = namesOf(locale);
  const months = words.flatMap((word) => names.months.get(word) ?? []);
  const [month] = months;
  const isRead = words.every((word) => names.months.has(word) || names.days.has(word));
  if (month === undefined || months.length > 1 || !isRead || numbers.length !== 2) return undefined;
  const [first = '', second = ''] = numbers;
  return first.length === 4 ? written(first, month, second) : written(second, month, first);
}

function dayOfNumbers(date: string, numbers: readonly string[], param: string): string | undefined {
  const [first = '', second = '', third = ''] = numbers;
  // No day and month can be read as 19 or 20 and another two digits of a year.
  if (numbers.length === 1 && /^(?:19|20)\d{6}$/.test(date))
    return written(first.slice(0, 4), first.slice(4, 6), first.slice(6));
  if (numbers.length !== 3) return undefined;
  if (first.length === 4) return written(first, second, third);
  if (third.length !== 4) return undefined;
  // No language puts the month first where points are between them.
  const isDayFirst = date.includes('.') || Number(first) > 12 || first === second;
  if (isDayFirst) return written(third, second, first);
  if (Number(second) > 12) return written(third, first, second);
  throw ambiguous(date, [written(third, second, first), written(third, first, second)], param);
}

function ambiguous(date: string, [dayFirst = '', monthFirst = '']: (string | undefined)[], param: string): AppError {
  const text = date.trim().slice(0, 40);
  const message = `“${text}” may be two days: write ${dayFirst} or ${monthFirst}.`;
  return new AppError('invalid_parameter', message, {
    param,
    ...because('date_ambiguous', { text, day_first: dayFirst, month_first: monthFirst }),
  });
}

/** Returns the day; undefined where the calendar has none such. */
function written(year: string, month: string, day: string): string | undefined {
  if (year.length !== 4 || month.length > 2 || day.length > 2) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  // Date carries 31 February over into March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

type Names = { months: ReadonlyMap<string, string>; days: ReadonlySet<string> };
const known = new Map<string, Names>();
const NAMES_MAX = 50; // languages of stores; a process that serves many needs no more at once

function namesOf(locale: string): Names {
  const kept = known.get(locale);
  if (kept) return kept;
  const months = new Map([['sept', '09']]);
  const days = new Set<string>();
  for (const language of new Set(['en', locale])) {
    for (let index = 0; index < 12; index += 1) {
      for (const name of nounsOf(language, index, 'month')) {
        const number = `${index + 1}`.padStart(2, '0');
        const other = months.get(name);
        // A name of two months, in two languages, says nothing.
        months.set(name, other === undefined || other === number ? number : '');
      }
      if (index < 7) for (const name of nounsOf(language, index, 'weekday')) days.add(name);
    }
  }
  for (const [name, number] of months) if (number === '') months.delete(name);
  if (known.size >= NAMES_MAX) known.clear();
  known.set(locale, { months, days });
  return { months, days };
}

/** Returns the ways to write a month or a weekday: alone and beside a day, whole and short. */
function nounsOf(language: string, index: number, noun: 'month' | 'weekday'): string[] {
  const at = noun === 'month' ? new Date(Date.UTC(2026, index, 1)) : new Date(Date.UTC(2026, 0, 1 + index));
  return (['long', 'short'] as const).flatMap((length) =>
    [{}, { day: 'numeric', year: 'numeric' } as const].flatMap((beside) => {
      const format = new Intl.DateTimeFormat(language, { ...beside, [noun]: length, timeZone: 'UTC' });
      return format
        .formatToParts(at)
        .filter(({ type }) => type === noun)
        .map(({ value }) => plainLetters(value).replaceAll('.', ''))
        .filter((name) => !/\d/.test(name));
    }),
  );
}
