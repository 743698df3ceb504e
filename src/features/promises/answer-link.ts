import type { Sql } from '../../platform/db.ts';
import { createLink } from '../links/commands.ts';
import type { Notice } from './queries.ts';

const MINUTES_A_DAY = 24 * 60;

// What became of the question can still be read for a while after its time is over.
const READABLE_DAYS = 60;

/** Makes the link under which the question of a notice is answered; its page shows afterwards what came of it. */
export function createAnswerLink(
  tx: Sql,
  storeId: string,
  { id, preorderId, at, answerByAt }: Pick<Notice, 'id' | 'preorderId' | 'at' | 'answerByAt'>,
): Promise<{ id: string }> {
  const days = Math.ceil(((answerByAt ?? at).getTime() - at.getTime()) / 86_400_000) + READABLE_DAYS;
  const detail = { noticeId: id };
  return createLink(tx, { storeId, preorderId, purpose: 'answer', detail, minutes: days * MINUTES_A_DAY });
}
