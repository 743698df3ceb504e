import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../test/support/faults.ts';
import {
  type Clock,
  clockEnd,
  MAILS_PUT_OFF,
  mailStandsStill,
  type Outage,
  type OutageKind,
  STOPPED_AFTER_HOURS,
  workerWasAway,
} from './clock.ts';

const HOUR = 3_600_000;
const START = Date.parse('2027-03-01T10:00:00Z');

/** The moment that many hours after the clock began. */
const at = (hours: number) => new Date(START + hours * HOUR);
const hoursOf = (moment: Date) => (moment.getTime() - START) / HOUR;

const payment = (hours = 168): Clock => ({ kind: 'payment', since: at(0), until: at(hours) });
const outage = (from: number, until: number | null, kind: OutageKind = 'worker'): Outage => ({
  kind,
  beganAt: at(from),
  endedAt: until === null ? null : at(until),
  reason: '',
});

const LATER = at(10_000);

describe('a clock of seven days', () => {
  test.each<[string, Outage[], number]>([
    ['on the last day when there was no outage', [], 168],
    ['later by an outage and two days', [outage(100, 110)], 168 + 10 + 48],
    ['unchanged when the time was over before the outage', [outage(168, 200)], 168],
    ['unchanged when the outage and its two days were over before the time began', [outage(-60, -48)], 168],
    ['later by the part of an outage and its two days that is within the time', [outage(-60, -40)], 168 + 8],
    ['later by two days for an outage of a moment', [outage(100, 100)], 168 + 48],
    ['later once for two outages that overlap', [outage(100, 120), outage(110, 130, 'mail')], 168 + 30 + 48],
    ['later once for an outage within another', [outage(100, 140), outage(110, 112, 'mail')], 168 + 40 + 48],
    ['later once for an outage in the two days after another', [outage(100, 110), outage(140, 150)], 168 + 98],
    ['later twice for two separate outages', [outage(10, 11), outage(100, 101)], 168 + 2 * 49],
    ['later for an outage in the time that another one added', [outage(160, 165), outage(215, 216)], 168 + 53 + 49],
    ['unchanged by an outage after the end that another one moved', [outage(100, 110), outage(226, 300)], 226],
    ['at the same moment for any order of the outages', [outage(100, 101), outage(10, 11)], 168 + 2 * 49],
  ])('ends %s', (_when, outages, hours) => {
    const end = clockEnd(payment(), outages, LATER);
    expect(hoursOf(end.at)).toBe(hours);
    expect(end.standsStill).toBe(false);
  });

  test('ends later the longer an outage lasts, and names the outage', () => {
    const lasting = outage(100, null);
    for (const hours of [100, 167, 168, 1_000]) {
      const end = clockEnd(payment(), [lasting], at(hours));
      expect(hoursOf(end.at)).toBe(168 + hours - 100 + 48);
      expect(end).toMatchObject({ stoppedBy: [lasting], standsStill: true });
    }
  });

  test('stands still for two days after an outage and then runs', () => {
    const over = outage(100, 110);
    expect(clockEnd(payment(), [over], at(110 + 47)).standsStill).toBe(true);
    expect(clockEnd(payment(), [over], at(110 + STOPPED_AFTER_HOURS)).standsStill).toBe(false);
    expect(clockEnd(payment(), [over], at(90)).standsStill, 'before it').toBe(false);
  });
});

test('each kind of time is stopped by the outages that keep a person from using it', () => {
  const kinds: OutageKind[] = ['account', 'worker', 'mail'];
  const question: Clock = { kind: 'question', since: at(0), until: at(168), timeZone: 'UTC' };
  const stopped = (clock: Clock) =>
    kinds.filter((kind) => clockEnd(clock, [outage(100, 110, kind)], LATER).stoppedBy.length > 0);
  expect(stopped(payment())).toEqual(['account', 'worker', 'mail']);
  expect(stopped(question)).toEqual(['worker', 'mail']);
});

describe('the time for an answer ends with a day of the store', () => {
  test.each([
    ['Europe/Berlin', '2027-03-20T23:00:00Z', '2027-03-25T23:00:00.000Z'],
    ['Europe/Berlin', '2027-03-25T23:00:00Z', '2027-03-30T22:00:00.000Z'], // the clocks went forward on the 28th
    ['Pacific/Auckland', '2027-03-20T11:00:00Z', '2027-03-25T11:00:00.000Z'],
  ])('in %s', (timeZone, until, expected) => {
    const clock: Clock = { kind: 'question', since: at(0), until: new Date(until), timeZone };
    const began = new Date(Date.parse(until) - 50 * HOUR);
    const outages: Outage[] = [
      { kind: 'mail', beganAt: began, endedAt: new Date(began.getTime() + 50.5 * HOUR), reason: '' },
    ];
    expect(clockEnd(clock, outages, LATER).at.toISOString()).toBe(expected);
    expect(clockEnd(clock, [], LATER).at.toISOString(), 'without an outage').toBe(new Date(until).toISOString());
  });
});

describe('for random outages', () => {
  const KINDS: OutageKind[] = ['account', 'worker', 'mail'];
  const SEEDS = Array.from({ length: 3_000 }, (_, seed) => seed);

  function drawn(random: Random) {
    const clock = payment(1 + random.below(400));
    const now = at(random.below(900));
    const outages = Array.from({ length: random.below(6) }, () => {
      const from = random.below(700) - 100;
      const lasts = random.chance(15) && at(from) <= now;
      return outage(from, lasts ? null : from + random.below(90), random.pick(KINDS));
    });
    return { clock, outages, now };
  }

  /** Computes the end in another way, hour by hour: an hour counts when no outage stops it. */
  function byTheHour({ clock, outages, now }: ReturnType<typeof drawn>): number {
    let left = hoursOf(clock.until);
    let hour = 0;
    const isStopped = (of: number) =>
      outages.some(({ beganAt, endedAt }) => at(of) >= beganAt && of < hoursOf(endedAt ?? now) + STOPPED_AFTER_HOURS);
    for (; left > 0; hour += 1) if (!isStopped(hour)) left -= 1;
    return hour;
  }

  test('a time is as long as it was given, not counting the hours that outages stopped', () => {
    for (const seed of SEEDS) {
      const given = drawn(createRandom(seed));
      const { clock, outages, now } = given;
      const end = clockEnd(clock, outages, now);
      const example = JSON.stringify({ seed, given, end });
      expect(hoursOf(end.at), example).toBe(byTheHour(given));
      expect(end.stoppedBy.length > 0, example).toBe(end.at > clock.until);
      const lasts = end.stoppedBy.some(({ endedAt }) => endedAt === null);
      if (lasts) expect(end.at.getTime(), example).toBeGreaterThanOrEqual(now.getTime() + STOPPED_AFTER_HOURS * HOUR);
    }
  });

  test('neither one more outage nor passing time makes the end earlier', () => {
    for (const seed of SEEDS) {
      const random = createRandom(seed);
      const { clock, outages, now } = drawn(random);
      const all = clockEnd(clock, outages, now).at;
      expect(clockEnd(clock, outages.slice(1), now).at <= all, `seed ${seed}`).toBe(true);
      const later = new Date(now.getTime() + random.below(50) * HOUR);
      expect(clockEnd(clock, outages, later).at >= all, `seed ${seed}`).toBe(true);
      expect(clockEnd(clock, outages.toReversed(), now).at, `seed ${seed}`).toEqual(all);
    }
  });
});

test.each([
  [5, false],
  [5.1, true],
  [4_000, true],
])('no worker for %d minutes: an outage? %s', (minutes, expected) => {
  expect(workerWasAway({ aliveAt: at(0), now: at(minutes / 60) })).toBe(expected);
});

test.each([
  { when: 'the server is away for a moment', minutes: 9, failed: 3, isServer: true, expected: false },
  { when: 'the server is away for long', minutes: 10, failed: 1, isServer: true, expected: true },
  { when: 'one receiver is put off for long', minutes: 600, failed: 1, isServer: false, expected: false },
  { when: 'every mail is put off for long', minutes: 10, failed: MAILS_PUT_OFF, isServer: false, expected: true },
])('$when: mails stand still? $expected', ({ minutes, failed, isServer, expected }) => {
  expect(mailStandsStill({ since: at(0), now: at(minutes / 60), failed, isServer })).toBe(expected);
});
