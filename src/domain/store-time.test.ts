import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkAhead,
  daysBetween,
  laterDay,
  momentText,
  offsetText,
  parseDay,
  parseDayIn,
  parseMoment,
} from './store-time.ts';

test.each([
  ['2030-06-01', 'Europe/Berlin', '2030-05-31T22:00:00.000Z'],
  ['2030-06-01 09:00', 'Europe/Berlin', '2030-06-01T07:00:00.000Z'],
  ['2030-01-01T09:00:30', 'Europe/Berlin', '2030-01-01T08:00:30.000Z'],
  ['2030-06-01T09:00Z', 'Europe/Berlin', '2030-06-01T09:00:00.000Z'],
  ['2030-06-01T09:00:00.500Z', 'Europe/Berlin', '2030-06-01T09:00:00.000Z'],
  ['2030-06-01T09:00+05:30', 'Europe/Berlin', '2030-06-01T03:30:00.000Z'],
  // As the files of platforms write them.
  ['2030-03-01 12:00:00 +0100', 'America/New_York', '2030-03-01T11:00:00.000Z'],
  ['2030-03-01 12:00:00 -0930', 'Europe/Berlin', '2030-03-01T21:30:00.000Z'],
  ['2030-03-01 12:00:00 UTC', 'Europe/Berlin', '2030-03-01T12:00:00.000Z'],
  ['2030-03-01 12:00:00+00', 'Europe/Berlin', '2030-03-01T12:00:00.000Z'],
  ['2030-03-01t12:00:00.123456z', 'Europe/Berlin', '2030-03-01T12:00:00.000Z'],
  ['2030-06-01 09:00', 'Asia/Kolkata', '2030-06-01T03:30:00.000Z'],
  ['2030-06-01 09:00', 'America/Los_Angeles', '2030-06-01T16:00:00.000Z'],
  ['2030-06-01 09:00', 'UTC', '2030-06-01T09:00:00.000Z'],
  // Clocks go from 02:00 to 03:00. Half past two does not exist and is read as the moment after the gap.
  ['2030-03-31 02:30', 'Europe/Berlin', '2030-03-31T01:30:00.000Z'],
  // Clocks go from 03:00 back to 02:00. Half past two comes twice and is read as the first.
  ['2030-10-27 02:30', 'Europe/Berlin', '2030-10-27T00:30:00.000Z'],
  ['2030-03-31 03:00', 'Europe/Berlin', '2030-03-31T01:00:00.000Z'],
  ['2030-11-03 01:30', 'America/New_York', '2030-11-03T05:30:00.000Z'],
  // Summer time of this zone is half an hour, and the next zone once skipped a whole day.
  ['2030-10-06 02:15', 'Australia/Lord_Howe', '2030-10-05T15:45:00.000Z'],
  ['2011-12-31 09:00', 'Pacific/Apia', '2011-12-30T19:00:00.000Z'],
])('%s in %s is %s', (text, zone, expected) => {
  expect(parseMoment(text, zone, 'at').toISOString()).toBe(expected);
});

test.each([
  '',
  'tomorrow',
  '2030-02-30',
  '2030-06-01 25:00',
  '2030-06-01 09:60',
  '2030-06-01T09',
  '1.6.2030',
  '2030-06-01T09:00+99:00',
  '2030-06-01T09:00+9900',
  '2030-06-01-05',
  '0000-01-01',
  '0099-06-01 09:00',
  '9999-12-31',
])('%j is refused', (text) => {
  expect(() => parseMoment(text, 'Europe/Berlin', 'at')).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', info: expect.objectContaining({ param: 'at' }) }),
  );
});

test.each([
  ['2030-08-31T22:00:00.000Z', 'Europe/Berlin', '2030-09-01'],
  ['2030-09-15T21:59:59Z', 'Europe/Berlin', '2030-09-15'],
  ['2030-09-01 00:00:00 +0200', 'America/New_York', '2030-08-31'],
  ['2030-09-01 23:30', 'America/New_York', '2030-09-01'],
  [' 2030-09-01 ', 'Pacific/Auckland', '2030-09-01'],
])('%s in %s is on the day %s', (text, zone, day) => {
  expect(parseDayIn(text, zone, 'ships_from')).toBe(day);
});

test.each(['', 'soon', '2030-09-31', '2030-09-31T10:00Z', '2030-09-01Z', '2030-09-01 later'])(
  '%j is on no day',
  (text) => {
    expect(() => parseDayIn(text, 'Europe/Berlin', 'ships_from')).toThrow(
      expect.objectContaining({ code: 'invalid_parameter', info: expect.objectContaining({ param: 'ships_from' }) }),
    );
  },
);

test('a day is read only when the calendar has it', () => {
  expect(parseDay(' 2028-02-29 ', 'day')).toBe('2028-02-29');
  for (const day of ['2030-02-29', '0000-01-01', '0026-06-01', '20260-06-01', '9999-12-31']) {
    expect(() => parseDay(day, 'day')).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  }
});

test('merchants read times on their own clock', () => {
  expect(momentText(new Date('2030-06-01T07:00:00Z'), 'Europe/Berlin')).toBe('1 June 2030 at 09:00');
  expect(momentText(new Date('2030-06-01T02:00:00Z'), 'America/New_York')).toBe('31 May 2030 at 22:00');
});

const clock = { now: new Date('2030-06-01T12:00:00Z'), timeZone: 'America/New_York' };
test.each([
  [null, null],
  ['2030-06-01T12:00:01Z', null],
  ['2039-06-01T12:00:00Z', null],
  ['2030-06-01T12:00:00Z', 'The end, 1 June 2030 at 08:00 (America/New_York), has passed.'],
  ['1930-06-01T12:00:00Z', 'The end, 1 June 1930 at 08:00 (America/New_York), has passed.'],
  ['2130-06-01T12:00:00Z', '1 June 2130 at 08:00 (America/New_York) is more than ten years ahead.'],
])('the future time %s: refused with %s', (at, message) => {
  const check = () => checkAhead(at === null ? null : new Date(at), clock, 'ends_at');
  if (message === null) expect(check).not.toThrow();
  else
    expect(check).toThrow(
      expect.objectContaining({ code: 'invalid_dates', message, info: expect.objectContaining({ param: 'ends_at' }) }),
    );
});

test.each([
  ['2028-02-28', 2, '2028-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2030-02-28', 1, '2030-03-01'],
  ['2030-03-30', 2, '2030-04-01'], // over the night in which clocks change
  ['2030-12-31', 1, '2031-01-01'],
  ['2030-01-01', -1, '2029-12-31'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(laterDay(day, days)).toBe(expected);
  expect(daysBetween(day, expected)).toBe(days);
});

test('days that are added can be counted and taken away again, in any year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -4_000, max: 4_000 }), (start, days) => {
      const day = laterDay('2000-01-01', start);
      expect(daysBetween(day, laterDay(day, days))).toBe(days);
      expect(laterDay(laterDay(day, days), -days)).toBe(day);
    }),
  );
});

test.each([
  ['2030-06-01T21:30:05.900Z', 'Europe/Berlin', '2030-06-01T23:30:05+02:00'],
  ['2030-01-01T23:30:05Z', 'Europe/Berlin', '2030-01-02T00:30:05+01:00'],
  ['2030-01-01T01:00:00Z', 'America/St_Johns', '2029-12-31T21:30:00-03:30'],
  ['2030-01-01T01:00:00Z', 'UTC', '2030-01-01T01:00:00+00:00'],
])('%s in %s, with its second', (at, timeZone, text) => {
  expect(offsetText(new Date(at), timeZone)).toBe(text);
  expect(Date.parse(text)).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
});
