import type { Minor } from '../../domain/money.ts';
import type { Answer, Silence } from '../../domain/promise.ts';
import { cancelOutcome } from '../../domain/refund.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import type { Preorder, PreorderLine } from '../preorders/queries.ts';
import type { Notice } from './queries.ts';

/** A question as a shopper is shown it, open or not. */
export type Question = {
  /** Given back with the answer: it is about what was shown. */
  noticeId: string;
  before: ShipWindow;
  now: ShipWindow;
  reason: string;
  /** The last day for an answer, in the store's calendar. */
  answerBy: string;
  silence: Silence;
  /** What was answered, or came of no answer; null: nothing yet. */
  given: Answer | null;
  /** What can be chosen now: to wait unless that is chosen, and to cancel. */
  canWait: boolean;
  canCancel: boolean;
  /** Line items that wait for it. */
  lines: PreorderLine[];
  /** What comes back when it is cancelled: everything that was paid for them. */
  refund: Minor;
};

/**
 * The questions about moved dates of a pre-order, one for each batch that it waits for, as they stand. Those that came to
 * their end are among them until the date moves again.
 */
export function questionsOf(preorder: Preorder, notices: readonly Notice[]): Question[] {
  return [...Map.groupBy(notices, ({ batchId }) => batchId).values()].flatMap((ofBatch) => {
    const asked = ofBatch.findLast(({ kind }) => kind === 'asked');
    const newest = ofBatch.at(-1); // told of after the question, say, which ended it
    return asked && newest ? [questionOf(preorder, asked, newest)] : [];
  });
}

function questionOf(preorder: Preorder, notice: Notice, newest: Notice): Question {
  const lines = preorder.lines.filter((line) => line.batchId === notice.batchId && isWaiting(line));
  const given = notice.answers.at(-1)?.answer ?? null;
  const canCancel = notice.open && lines.length > 0;
  return {
    noticeId: notice.id,
    before: newest.known,
    now: newest.promise,
    reason: newest.promise.reason,
    answerBy: notice.answerBy ?? '',
    silence: notice.silence ?? 'cancel',
    given,
    canWait: canCancel && given === null,
    canCancel,
    lines,
    refund: lines.reduce((sum, line) => sum + backFor(line), 0),
  };
}

function isWaiting({ state, dueFrom }: PreorderLine): boolean {
  return state === 'placed' || dueFrom === 'placed';
}

/** What was taken for it, or is authorised and is not taken any more. */
function backFor(line: PreorderLine): Minor {
  const outcome = cancelOutcome(line, { keeps: false });
  return outcome === null ? 0 : outcome.refund + outcome.release;
}
