import { AppError } from './error.ts';
import type { ShipWindow } from './ship-window.ts';
import { daysBetween, laterDay } from './store-time.ts';

/** What a merchant decides about moved dates; the law may want more of a delay, never less. */
export type PromiseSettings = {
  /** A window that ends more days than this after the one agreed to is asked for, not told. */
  askAfterDays: number;
  /** How long an answer is waited for. */
  answerDays: number;
  /** What no answer means. */
  silenceRule: Silence;
};

export type Silence = 'cancel' | 'wait';

/** A moved date, as one pre-order sees it. Days are the store's. */
export type Move = {
  /** The window the shopper last agreed to: bought under, or chose to wait for. */
  agreed: ShipWindow;
  /** The window they knew until now. */
  known: ShipWindow;
  next: ShipWindow;
  /** How often they heard of a later date before. */
  delaysBefore: number;
  /** They were asked about the window they know, and have not answered. */
  asked: boolean;
  /** Where it ships to, ISO 3166-1. */
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

// 16 CFR 435.2(b) of the United States: a first delay of at most 30 days may take silence for consent; a longer one, or
// another one after it, is cancelled and refunded unless the buyer consents in time.
const SILENCE_MAY_WAIT_DAYS = 30;

/** A question that nobody has time to answer is none. */
export const ANSWER_DAYS_MIN = 3;

/**
 * What a moved date means for a pre-order (docs/decisions/0160-who-is-asked-and-what-silence-means.md). Days are counted
 * from the window agreed to, so that many small delays add up. Whoever chooses to cancel gets everything back.
 */
export function noticeOf(move: Move, settings: PromiseSettings): Notice {
  const { agreed, known, next } = move;
  const daysLate = daysBetween(agreed.until, next.until);
  const better = next.until <= known.until;
  // A step back towards the window agreed to is no delay of its own, but a question about it is still to be answered.
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

/** Where silence cancels by law, it does so 30 days after the date agreed to, or when the date moved before is over. */
function boundByLaw({ agreed, known, today }: Move, again: boolean, { answerDays }: PromiseSettings): string {
  const wanted = laterDay(today, answerDays);
  const bound = again ? known.until : laterDay(agreed.until, SILENCE_MAY_WAIT_DAYS);
  const soonest = laterDay(today, ANSWER_DAYS_MIN);
  return bound < soonest ? soonest : bound < wanted ? bound : wanted;
}

const REASON_LENGTH_MAX = 500;

/** Why a date moved, as shoppers will read it; `missing_parameter` without one: nobody is told of a delay without a reason. */
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

/** What a shopper or the merchant may choose. */
export type Choice = 'wait' | 'cancel';

/** What became of a question so far. */
export type Answer = Choice | 'silence_wait' | 'silence_cancel' | 'superseded' | 'over';

/**
 * Whether a choice counts now: `record` it, `same` as it was given already, or the question is `over`. To wait may
 * become to cancel while there is time; money that goes back is never taken again.
 */
export function choose(
  choice: Choice,
  { given, open }: { given: Answer | null; open: boolean },
): 'record' | 'same' | 'over' {
  if (given === choice) return 'same';
  return open && (given === null || (given === 'wait' && choice === 'cancel')) ? 'record' : 'over';
}
