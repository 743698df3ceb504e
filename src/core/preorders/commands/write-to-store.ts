import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';

/** Enough for a question with its background. A longer text belongs in an e-mail. */
const MESSAGE_CHARACTERS_MAX = 2_000;

const MESSAGES_PER_HOUR_MAX = 3;

type Message = { storeId: string; preorderId: string; words: string };

/**
 * Mails the shopper's message to the store's contact address, with the shopper's address as reply address. The message is
 * kept only until that mail is sent. Throws `invalid_parameter` for an empty or too long message, `rate_limited` after
 * three in an hour, and `preorder_not_found` once the shopper is erased.
 */
export async function writeToStore(deps: Pick<Deps, 'db' | 'outbox'>, message: Message): Promise<void> {
  const { storeId, preorderId } = message;
  const words = checkWords(message.words);
  await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    await refuseErased(tx, storeId, preorderId);
    await refuseTooMany(tx, storeId, preorderId);
    const id = newRowId();
    await tx.query(
      'INSERT INTO shopper_message (store_id, id, preorder_id, words, created_at) VALUES ($1, $2, $3, $4, app_now())',
      [storeId, id, preorderId, words],
    );
    await emit(tx, 'preorder.message', { storeId, subjectId: preorderId, detail: { messageId: id } });
  });
  deps.outbox.wake();
}

/** Deletes the words of a message, because its mail is sent. */
export async function forgetWords(sql: Sql, storeId: string, messageId: string): Promise<void> {
  await sql.query('UPDATE shopper_message SET words = NULL WHERE store_id = $1 AND id = $2', [storeId, messageId]);
}

/** Returns plain text with its line breaks. Removes other control characters, which a mail program could interpret. */
export function checkWords(given: string): string {
  const words = given
    .normalize('NFC')
    .replaceAll(/\r\n?|\u2028|\u2029/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (words === '') throw new AppError('invalid_parameter', 'The message is empty.', { param: 'text' });
  if (words.length <= MESSAGE_CHARACTERS_MAX) return words;
  throw new AppError('invalid_parameter', `A message has ${MESSAGE_CHARACTERS_MAX} characters at most.`, {
    param: 'text',
  });
}

/** Throws if the shopper is erased: no mail would be sent, so the words would never be deleted. */
async function refuseErased(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  const contacts = await tx.query('SELECT 1 FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2', [
    storeId,
    preorderId,
  ]);
  if (contacts.length === 0) throw new AppError('preorder_not_found', 'There is no such pre-order.');
}

async function refuseTooMany(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  const [recent] = await tx.query<{ count: number; waitSeconds: number }>(
    `SELECT count(*)::int AS count,
            ceil(extract(epoch FROM min(created_at) + interval '1 hour' - app_now()))::int AS "waitSeconds"
     FROM shopper_message
     WHERE store_id = $1 AND preorder_id = $2 AND created_at > (SELECT app_now()) - interval '1 hour'`,
    [storeId, preorderId],
  );
  if (!recent || recent.count < MESSAGES_PER_HOUR_MAX) return;
  const data = { retry_after: Math.max(1, recent.waitSeconds) };
  throw new AppError('rate_limited', 'Several messages were sent within the last hour.', { data });
}
