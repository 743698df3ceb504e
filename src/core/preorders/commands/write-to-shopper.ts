import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { checkWords } from './write-to-store.ts';

// A system that answers its own mails by mistake stops here.
const MESSAGES_PER_HOUR_MAX = 20;

type Message = { storeId: string; preorderId: string; text: string; by: string };

/**
 * Writes to the shopper about a pre-order: a mail in the shopper's language around the merchant's words, which also stand on
 * the status page. Resolves with the id of the message. Throws `invalid_parameter` for an empty or too long text,
 * `rate_limited` after twenty in an hour, and `preorder_not_found` once the shopper is erased.
 */
export async function writeToShopper(deps: Pick<Deps, 'db' | 'outbox'>, message: Message): Promise<string> {
  const { storeId, preorderId, by } = message;
  const words = checkWords(message.text);
  const id = newRowId();
  await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    await refuse(tx, storeId, preorderId);
    await tx.query(
      'INSERT INTO store_message (store_id, id, preorder_id, words, by_name) VALUES ($1, $2, $3, $4, $5)',
      [storeId, id, preorderId, words, by],
    );
    await emit(tx, 'preorder.written', { storeId, subjectId: preorderId, detail: { messageId: id } });
  });
  deps.outbox.wake();
  return id;
}

async function refuse(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  const [found] = await tx.query<{ named: boolean; count: number; waitSeconds: number | null }>(
    `SELECT EXISTS (SELECT 1 FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2) AS named,
            count(*)::int AS count,
            ceil(extract(epoch FROM min(created_at) + interval '1 hour' - app_now()))::int AS "waitSeconds"
     FROM store_message
     WHERE store_id = $1 AND preorder_id = $2 AND created_at > (SELECT app_now()) - interval '1 hour'`,
    [storeId, preorderId],
  );
  if (!found?.named) throw new AppError('preorder_not_found', 'The customer was erased, so nobody can be written to.');
  if (found.count < MESSAGES_PER_HOUR_MAX) return;
  const data = { retry_after: Math.max(1, found.waitSeconds ?? 1) };
  throw new AppError('rate_limited', `A customer gets at most ${MESSAGES_PER_HOUR_MAX} messages in an hour.`, { data });
}
