import { AppError } from './error.ts';
import type { ShipWindow } from './ship-window.ts';
import { daysBetween, laterDay } from './store-time.ts';

/** What a merchant decides about moved dates. Where the law is stricter about a delay, the law applies. */
export type PromiseSettings = {
  /**
   * A shopper is asked about a window that ends later than the agreed one by more days than this, and told of any other.
   */
  askAfterDays: number;
  /** How many days a shopper has to answer. */
  answerDays: number;
  /** What it means when the shopper does not answer in time. */
  silenceRule: Silence;
};

export type Silence = 'cancel' | 'wait';

/** A moved date for one pre-order. Days are in the store's time zone. */
export type Move = {
  /** The window that the shopper agreed to last: that of the sale, or a later one that they chose to wait for. */
  agreed: ShipWindow;
  /** The window that the shopper knew until now. */
  known: ShipWindow;
  next: ShipWindow;
  /** How often the shopper was told of a later date before. */
  delaysBefore: number;
  /** The shopper was asked about the known window, and has not answered. */
  asked: boolean;
  /** The destination country, ISO 3166-1. */
  country: string;
  today: string;
};

export type Notice =
  | { kind: 'told'; daysLate: number }
  | {
      kind: 'asked';
      daysLate: number;
      requiredBy: 'merchant' | 'law';
      /** The last day on which an answer counts. */
      answerBy: string;
      silence: Silence;
    };

// 16 CFR 435.2(b) of the United States: silence may count as consent to a first delay of at most 30 days. After a longer
// delay, or another one, the pre-order is cancelled and refunded unless the buyer consents in time.
const SILENCE_MAY_WAIT_DAYS = 30;

/** The fewest days for an answer: a person needs some time to read the question. */
export const ANSWER_DAYS_MIN = 3;

/** How many days before silence counts a shopper is reminded. */
export const REMIND_DAYS = 3;

/**
 * Returns what a moved date means for a pre-order (docs/decisions/0160-who-is-asked-and-what-silence-means.md). Days are
 * counted from the agreed window, so that many small delays add up. A shopper who chooses to cancel gets everything back.
 */
export function noticeOf(move: Move, settings: PromiseSettings): Notice {
  const { agreed, known, next } = move;
  const daysLate = daysBetween(agreed.until, next.until);
  const better = next.until <= known.until;
  // A step back towards the agreed window is no new delay, but an open question about that delay still needs an answer.
  if (daysLate <= 0 || (better && !move.asked)) return { kind: 'told', daysLate };
  const asksByLaw = move.country === 'US';
  if (!asksByLaw && daysLate <= settings.askAfterDays) return { kind: 'told', daysLate };
  const again = move.delaysBefore > (better ? 1 : 0);
  const cancelsByLaw = asksByLaw && (again || daysLate > SILENCE_MAY_WAIT_DAYS);
  return {
    kind: 'asked',
    daysLate,
    requiredBy: daysLate > settings.askAfterDays ? 'merchant' : 'law',
    answerBy: cancelsByLaw ? boundByLaw(move, again, settings) : laterDay(move.today, settings.answerDays),
    silence: cancelsByLaw ? 'cancel' : settings.silenceRule,
  };
}

/**
 * Returns the last day for an answer where silence cancels by law: 30 days after the agreed date, or for another delay the
 * end of the window that the shopper knew. The merchant's earlier day counts, but the shopper has at least some days.
 */
function boundByLaw({ agreed, known, today }: Move, again: boolean, { answerDays }: PromiseSettings): string {
  const wanted = laterDay(today, answerDays);
  const bound = again ? known.until : laterDay(agreed.until, SILENCE_MAY_WAIT_DAYS);
  const soonest = laterDay(today, ANSWER_DAYS_MIN);
  return bound < soonest ? soonest : bound < wanted ? bound : wanted;
}

const REASON_LENGTH_MAX = 500;

/**
 * Returns the reason that shoppers read. Throws `missing_parameter` when it is empty: shoppers are told why a date moves.
 */
export function checkReason(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') {
    const message = 'Say why the date moves: shoppers are told.';
    throw new AppError('missing_parameter', message, { param: 'reason' });
  }
  if (trimmed.length > REASON_LENGTH_MAX || !trimmed.isWellFormed() || /[\p{Cc}\u2028\u2029]/u.test(trimmed)) {
    const message = `The reason is one line of text, at most ${REASON_LENGTH_MAX} characters.`;
    throw new AppError('invalid_parameter', message, { param: 'reason' });
  }
  return trimmed;
}

/** What a shopper, or the merchant, may choose. */
export type Choice = 'wait' | 'cancel';

/** The outcome of a question. */
export type Answer = Choice | 'silence_wait' | 'silence_cancel' | 'superseded' | 'over';

/**
 * Returns what becomes of a choice: `record` it, it is the `same` as before, or the question is `over`. A shopper may
 * change from wait to cancel while there is time, but not back: refunded money is never taken again.
 */
export function choose(
  choice: Choice,
  { given, open }: { given: Answer | null; open: boolean },
): 'record' | 'same' | 'over' {
  if (given === choice) return 'same';
  return open && (given === null || (given === 'wait' && choice === 'cancel')) ? 'record' : 'over';
}
