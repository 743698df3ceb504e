import type { Minor } from '../../domain/money.ts';
import { waitsForUnit } from '../../domain/preorder.ts';
import type { Answer, Silence } from '../../domain/promise.ts';
import { cancelOutcome } from '../../domain/refund.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import type { Preorder, PreorderLine } from '../preorders/queries.ts';
import type { Notice } from './queries.ts';

/** A question as the shopper sees it, open or not. */
export type Question = {
  /** The page sends it back with the answer, so that the answer is about the dates that were shown. */
  noticeId: string;
  before: ShipWindow;
  now: ShipWindow;
  reason: string;
  /** The last day for an answer, in the store's calendar. */
  answerBy: string;
  silence: Silence;
  /** The answer, or the result of silence; null before either. */
  given: Answer | null;
  /** False once the shopper chose to wait. */
  canWait: boolean;
  canCancel: boolean;
  /** Line items that wait for the batch. */
  lines: PreorderLine[];
  /** The refund of a cancellation: everything that was paid for these line items. */
  refund: Minor;
};

/**
 * Returns the present questions of a pre-order about moved dates, one for each batch that asked. A question that has ended is
 * among them until the date moves again.
 */
export function questionsOf(preorder: Preorder, notices: readonly Notice[]): Question[] {
  return [...Map.groupBy(notices, ({ batchId }) => batchId).values()].flatMap((ofBatch) => {
    const asked = ofBatch.findLast(({ kind }) => kind === 'asked');
    const newest = ofBatch.at(-1); // a later notice, which may only tell, ends the question
    return asked && newest ? [questionOf(preorder, asked, newest)] : [];
  });
}

function questionOf(preorder: Preorder, notice: Notice, newest: Notice): Question {
  const lines = preorder.lines.filter((line) => line.batchId === notice.batchId && waitsForUnit(line));
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

/** Returns the refund of a line item: the money captured for it, and the authorised money that will not be captured. */
function backFor(line: PreorderLine): Minor {
  const outcome = cancelOutcome(line, { keeps: false });
  return outcome === null ? 0 : outcome.refund + outcome.release;
}
