import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import type { Deps } from '../../deps.ts';
import { addJobs } from '../../jobs/queue.ts';
import { findPreorder } from '../../preorders/queries.ts';
import { findSuppression, type Mail, readMail } from '../queries.ts';

/**
 * Sends a mail again, by its id or its Message-ID. A mail that went out is sent as a copy with a new Message-ID, so that
 * receivers do not drop it. A mail that did not go out is retried as it is. `mail_not_found`; `mail_suppressed` while its
 * address is suppressed.
 */
export async function resendMail(deps: Pick<Deps, 'db' | 'mailFrom'>, storeId: string, id: string): Promise<Mail> {
  const mail = await readMail(deps.db, storeId, id);
  const preorder = await findPreorder(deps.db, storeId, mail.preorderId);
  if (!preorder?.contact) {
    throw new AppError('mail_not_found', 'The customer was erased, so there is no address to write to.');
  }
  // A shopper's message goes to the store, so the shopper's suppressed address does not matter.
  if (mail.kind !== 'message' && (await findSuppression(deps.db, storeId, preorder.contact.email))) {
    const message = 'This address gets no more mails. Take it off the list of such addresses first.';
    throw new AppError('mail_suppressed', message);
  }
  const mailId = mail.state === 'sent' ? await copyMail(deps, mail) : await reviveMail(deps, mail);
  return readMail(deps.db, storeId, mailId);
}

/**
 * Makes a copy of a mail and returns its id. The copy makes its own links. While a copy waits to be sent, its id is returned
 * instead: when two people send the mail again at the same time, it goes out once.
 */
async function copyMail({ db, mailFrom }: Pick<Deps, 'db' | 'mailFrom'>, mail: Mail): Promise<string> {
  const { storeId, reference, kind } = mail;
  const original = mail.copyOf ?? mail.id;
  return db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM mail WHERE store_id = $1 AND id = $2 FOR UPDATE', [storeId, original]);
    const [waiting] = await tx.query<{ id: string }>(
      `SELECT id FROM mail WHERE store_id = $1 AND preorder_id = $2 AND detail->>'copyOf' = $3
         AND sent_at IS NULL AND dropped_at IS NULL`,
      [storeId, mail.preorderId, original],
    );
    if (waiting) return waiting.id;
    const id = randomUUID();
    await tx.query(
      `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, detail, message_id)
       SELECT store_id, $3::uuid, preorder_id, kind, 'again ' || $3::uuid,
              coalesce(detail - 'links', '{}') || jsonb_build_object('copyOf', id), $4
       FROM mail WHERE store_id = $1 AND id = $2`,
      [storeId, original, id, `${reference.toLowerCase()}.${kind}.${id}@${mailFrom.split('@').at(-1)}`],
    );
    await addJobs(tx, [{ topic: 'mail.due', storeId, subjectId: id, detail: null }]);
    return id;
  });
}

async function reviveMail({ db }: Pick<Deps, 'db'>, { storeId, id }: Mail): Promise<string> {
  await db.transaction(async (tx) => {
    await tx.query(
      `UPDATE mail SET dropped_at = NULL, dropped_why = NULL, failure = NULL
       WHERE store_id = $1 AND id = $2 AND sent_at IS NULL`,
      [storeId, id],
    );
    await addJobs(tx, [{ topic: 'mail.due', storeId, subjectId: id, detail: null }]);
  });
  return id;
}
