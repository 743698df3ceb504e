import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from './error.ts';
import { checkReason, choose, type Move, noticeOf, type PromiseSettings } from './promise.ts';
import { daysBetween, laterDay } from './store-time.ts';

const SETTINGS: PromiseSettings = { askAfterDays: 7, answerDays: 14, silenceRule: 'cancel' };
const WAITING: PromiseSettings = { ...SETTINGS, silenceRule: 'wait' };
const JUNE = { from: '2030-06-10', until: '2030-06-15' };

/** A window that moves by this number of days, long before it begins. */
const move = (days: number, changes: Partial<Move> = {}): Move => ({
  agreed: JUNE,
  known: JUNE,
  next: { from: laterDay(JUNE.from, days), until: laterDay(JUNE.until, days) },
  delaysBefore: 0,
  asked: false,
  country: 'DE',
  today: '2030-05-01',
  ...changes,
});

describe('of a moved date the shopper is told or asked', () => {
  test.each([
    ['earlier than agreed', -3, 'told'],
    ['with the same end', 0, 'told'],
    ['later by as many days as the merchant allows', 7, 'told'],
    ['later by one day more', 8, 'asked'],
  ])('%s (%i days): %s', (_, days, kind) => {
    expect(noticeOf(move(days), SETTINGS)).toMatchObject({ kind, daysLate: days });
  });

  test('small delays add up until the shopper agrees to one', () => {
    const known = move(5).next;
    expect(noticeOf(move(9, { known, delaysBefore: 1 }), SETTINGS)).toMatchObject({ kind: 'asked', daysLate: 9 });
    expect(noticeOf(move(9, { known, agreed: known, delaysBefore: 1 }), SETTINGS)).toMatchObject({
      kind: 'told',
      daysLate: 4,
    });
  });

  test('a step back towards the agreed date is told, but an open question stays open', () => {
    const back = { known: move(40).next, delaysBefore: 1 };
    expect(noticeOf(move(20, back), SETTINGS).kind).toBe('told');
    expect(noticeOf(move(20, { ...back, asked: true }), SETTINGS).kind).toBe('asked');
    expect(noticeOf(move(-1, { ...back, asked: true }), SETTINGS).kind).toBe('told');
  });

  test('in the United States every delay is asked about', () => {
    expect(noticeOf(move(1, { country: 'US' }), SETTINGS)).toMatchObject({ kind: 'asked', requiredBy: 'law' });
    expect(noticeOf(move(8, { country: 'US' }), SETTINGS)).toMatchObject({ kind: 'asked', requiredBy: 'merchant' });
    expect(noticeOf(move(0, { country: 'US' }), SETTINGS).kind).toBe('told');
  });
});

describe('silence', () => {
  const silence = (days: number, changes: Partial<Move> = {}) => {
    const notice = noticeOf(move(days, changes), WAITING);
    return notice.kind === 'asked' ? notice.silence : null;
  };

  test('means what the merchant’s rule says where the law allows it', () => {
    expect(silence(20)).toBe('wait');
    expect(silence(30, { country: 'US' })).toBe('wait');
    expect(silence(300)).toBe('wait');
    expect(noticeOf(move(20), SETTINGS)).toMatchObject({ silence: 'cancel' });
  });

  test('means cancel in the United States after a long delay or another one, whatever the merchant’s rule', () => {
    expect(silence(31, { country: 'US' })).toBe('cancel');
    expect(silence(12, { country: 'US', known: move(10).next, delaysBefore: 1 })).toBe('cancel');
    // The same delay got smaller before the shopper answered, so it is still the first.
    expect(silence(5, { country: 'US', known: move(10).next, delaysBefore: 1, asked: true })).toBe('wait');
  });

  test('counts after the merchant’s last day for an answer, or after the law’s where it cancels by law', () => {
    const answerBy = (given: Move) => {
      const notice = noticeOf(given, SETTINGS);
      return notice.kind === 'asked' ? notice.answerBy : null;
    };
    expect(answerBy(move(20))).toBe('2030-05-15');
    // A delay of more than 30 days: until 30 days after the agreed date.
    expect(answerBy(move(40, { country: 'US', today: '2030-07-10' }))).toBe('2030-07-15');
    // Another delay: until the end of the window known before.
    expect(answerBy(move(40, { country: 'US', known: move(2).next, delaysBefore: 1, today: '2030-06-10' }))).toBe(
      '2030-06-17',
    );
    // That day has passed: three days from now, since a person needs time to read the question.
    expect(answerBy(move(400, { country: 'US', today: '2030-08-01' }))).toBe('2030-08-04');
    // Neither a leap day nor a change of clocks changes the number of days.
    expect(answerBy(move(20, { today: '2028-02-20' }))).toBe('2028-03-05');
    expect(answerBy(move(20, { today: '2030-03-25' }))).toBe('2030-04-08');
  });
});

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => laterDay('2026-01-01', days));
const window = fc
  .tuple(day, fc.integer({ min: 0, max: 60 }))
  .map(([from, length]) => ({ from, until: laterDay(from, length) }));
const anyMove = fc.record({
  agreed: window,
  known: window,
  next: window,
  today: day,
  delaysBefore: fc.nat(5),
  asked: fc.boolean(),
  country: fc.constantFrom('US', 'DE', 'GB', 'JP', ''),
});
const anySettings = fc.record({
  askAfterDays: fc.integer({ min: 0, max: 30 }),
  answerDays: fc.integer({ min: 3, max: 60 }),
  silenceRule: fc.constantFrom('cancel' as const, 'wait' as const),
});

test('a date that is not later is told, more than 30 days are asked about, and there is time to answer', () => {
  fc.assert(
    fc.property(anyMove, anySettings, (given, settings) => {
      const notice = noticeOf(given, settings);
      const later = daysBetween(given.agreed.until, given.next.until);
      expect(notice.daysLate).toBe(later);
      if (later <= 0) expect(notice.kind).toBe('told');
      const worse = given.next.until > given.known.until;
      if (later > 30 && worse) expect(notice.kind).toBe('asked');
      if (notice.kind === 'told') return;
      expect(daysBetween(given.today, notice.answerBy)).toBeGreaterThanOrEqual(3);
      expect(daysBetween(given.today, notice.answerBy)).toBeLessThanOrEqual(settings.answerDays);
      // Silence never waits where the merchant chose to cancel.
      if (settings.silenceRule === 'cancel') expect(notice.silence).toBe('cancel');
      if (given.country === 'US' && later > 30) expect(notice.silence).toBe('cancel');
    }),
  );
});

test('a shopper who is asked is also asked under a stricter rule, and about a later date', () => {
  fc.assert(
    fc.property(
      fc.tuple(anyMove, anySettings),
      fc.tuple(fc.nat(30), fc.nat(100)),
      ([given, settings], [fewer, more]) => {
        const rank = (next: Move, rules: PromiseSettings) => (noticeOf(next, rules).kind === 'asked' ? 1 : 0);
        const stricter = { ...settings, askAfterDays: Math.max(0, settings.askAfterDays - fewer) };
        expect(rank(given, stricter)).toBeGreaterThanOrEqual(rank(given, settings));
        const further = { ...given, next: { ...given.next, until: laterDay(given.next.until, more) } };
        expect(rank(further, settings)).toBeGreaterThanOrEqual(rank(given, settings));
      },
    ),
  );
});

describe('a choice', () => {
  test.each([
    ['wait', { given: null, open: true }, 'record'],
    ['cancel', { given: null, open: true }, 'record'],
    ['cancel', { given: 'wait', open: true }, 'record'],
    ['wait', { given: 'wait', open: true }, 'same'],
    ['wait', { given: 'wait', open: false }, 'same'],
    ['cancel', { given: 'cancel', open: false }, 'same'],
    ['wait', { given: 'cancel', open: false }, 'over'],
    ['cancel', { given: 'wait', open: false }, 'over'],
    ['wait', { given: null, open: false }, 'over'],
    ['wait', { given: 'silence_cancel', open: false }, 'over'],
    ['cancel', { given: 'superseded', open: false }, 'over'],
  ] as const)('to %s after %o: %s', (choice, standing, outcome) => {
    expect(choose(choice, standing)).toBe(outcome);
  });
});

describe('a reason', () => {
  test('is trimmed', () => {
    expect(checkReason('  The dye house burned down.  ')).toBe('The dye house burned down.');
  });
  test.each([
    ['nothing', ''],
    ['blanks', '   '],
    ['two lines', 'two\nlines'],
    ['a control character', 'a\0b'],
    ['half a character', '\ud800'],
    ['a novel', 'x'.repeat(501)],
  ])('cannot be %s', (_, text) => {
    expect(() => checkReason(text)).toThrow(AppError);
  });
});
