import { expect, test } from 'vitest';
import { dayInFile, momentInFile } from './file-date.ts';

const berlin = { locale: 'de', timeZone: 'Europe/Berlin' };

test.each([
  '2026-12-01',
  '2026-12-1',
  '2026/12/01',
  '2026.12.01',
  '20261201',
  '1 Dec 2026',
  '01-Dec-2026',
  '1-DEC-2026',
  'Dec 1, 2026',
  'December 1st, 2026',
  'Tuesday, 1 December 2026',
  'Tue, Dec 01 2026',
  '1. Dezember 2026',
  'Di., 1. Dez. 2026',
  '01.12.2026',
  '1.12.2026',
  '2026 Dec 1',
  '2026年12月1日',
  'Dec\u00a01,\u202f2026',
  '\u200e1 Dec 2026',
  'Tue, 01 Dec 2026 09:00:00 +0100',
  'Tue Dec 01 2026 09:00:00 GMT+0100 (Central European Standard Time)',
  '01.12.2026 23:59',
  '01.12.2026, 23:59:59',
])('%s is the first of December', (text) => {
  expect(dayInFile(text, berlin, 'ships_from')).toBe('2026-12-01');
});

test.each([
  ['31/12/2026', '2026-12-31'],
  ['12/31/2026', '2026-12-31'],
  ['12-31-2026', '2026-12-31'],
  ['05/05/2026', '2026-05-05'],
  ['10 Sept 2026', '2026-09-10'],
  ['1 May 2026', '2026-05-01'],
  ['3 März 2026', '2026-03-03'],
])('%s has one reading alone: %s', (text, day) => {
  expect(dayInFile(text, berlin, 'ships_from')).toBe(day);
});

test.each([
  ['12/31/2026 9:05 PM', '2026-12-31T20:05:00.000Z'],
  ['12/31/2026, 12:00:00\u202fAM', '2026-12-30T23:00:00.000Z'],
  ['31 Dec 2026 12:30 p.m.', '2026-12-31T11:30:00.000Z'],
  ['Thu, 31 Dec 2026 09:05:00 GMT', '2026-12-31T09:05:00.000Z'],
  ['Thu, 31 Dec 2026 09:05:00 -0500', '2026-12-31T14:05:00.000Z'],
  ['2026/12/31 09:05:07.123Z', '2026-12-31T09:05:07.000Z'],
  ['31.12.2026', '2026-12-30T23:00:00.000Z'],
  ['2026-03-01 11:30 pm', '2026-03-01T22:30:00.000Z'],
  ['2026-03-01, 23:30', '2026-03-01T22:30:00.000Z'],
  ['2026-03-01 9:05', '2026-03-01T08:05:00.000Z'],
  ['2026-03-01T9:05Z', '2026-03-01T09:05:00.000Z'],
  ['2026-03-01 23:30:15 GMT', '2026-03-01T23:30:15.000Z'],
  ['2026-03-01T23:30:15.250+02', '2026-03-01T21:30:15.000Z'],
  ['\u200e2026-03-01', '2026-02-28T23:00:00.000Z'],
])('%s is the moment %s', (text, moment) => {
  expect(momentInFile(text, berlin, 'placed_at').toISOString()).toBe(moment);
});

test('a long cell is refused as it stands', () => {
  expect(() => dayInFile('9'.repeat(500_000), berlin, 'ships_from')).toThrow('is not a day');
  expect(() => dayInFile('31.02.2026', berlin, 'ships_from')).toThrow('“31.02.2026” is not a day');
});

test.each([
  ['03/04/2026', '2026-04-03', '2026-03-04'],
  ['3-4-2026 10:00', '2026-04-03', '2026-03-04'],
])('%s is refused, with both days that it may be', (text, ...days) => {
  const words = [expect.stringContaining(days[0]), expect.stringContaining(days[1])];
  for (const message of words)
    for (const read of [dayInFile, momentInFile])
      expect(() => read(text, berlin, 'ships_from')).toThrow(
        expect.objectContaining({
          message,
          info: expect.objectContaining({
            param: 'ships_from',
            data: expect.objectContaining({ reason: 'date_ambiguous' }),
          }),
        }),
      );
});

test.each([
  '',
  'soon',
  '31/12/26',
  '32/12/2026',
  '31.02.2026',
  '12.31.2026',
  '2026/31/12',
  '12/2026',
  'Dec 2026',
  '1 Dezembro 2026',
  '1 Dec 2026 or later',
  'Jan 1 - Dec 31, 2026',
  '46357',
  '1764547200',
  '20262012',
  '12/31/2026 13:00 PM',
  '12/31/2026 9:00 EST',
  '2026-02-31 9:05',
  '2026-03-01 13:00 pm',
  '2026-03-01 24:30',
  '2026-03-01 9:00 EST',
  '12/31/2026 9',
  '1 Dec 2026 25:00',
])('%j is no date that can be read', (text) => {
  for (const read of [dayInFile, momentInFile])
    expect(() => read(text, berlin, 'ships_from')).toThrow(
      expect.objectContaining({
        info: expect.objectContaining({ data: expect.objectContaining({ reason: expect.stringMatching(/^not_/) }) }),
      }),
    );
});

test('months are read in English and in the store’s language, and a name of two months in neither', () => {
  // In Polish it is November, and in Croatian October.
  expect(dayInFile('10 listopada 2026', { ...berlin, locale: 'pl' }, 'at')).toBe('2026-11-10');
  expect(dayInFile('10. listopada 2026.', { ...berlin, locale: 'hr' }, 'at')).toBe('2026-10-10');
  expect(() => dayInFile('10 listopada 2026', berlin, 'at')).toThrow();
  for (const locale of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ja', 'ar', 'en-US']) {
    for (let month = 0; month < 12; month += 1) {
      const at = new Date(Date.UTC(2026, month, 15));
      const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
      expect(dayInFile(text, { locale, timeZone: 'UTC' }, 'at'), text).toBe(at.toISOString().slice(0, 10));
    }
  }
});
