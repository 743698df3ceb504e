import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { addJobs } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';
import { findPreorder } from '../../preorders/queries.ts';
import { findSuppression, type Mail, readMail } from '../queries.ts';

/**
 * Sends a mail again, by its id or its Message-ID: one that went out as a new one, with an id that no receiver knows; one
 * that did not go out as what it is. `mail_not_found`, and `mail_suppressed` while its address is on the list.
 */
export async function resendMail(deps: Pick<Deps, 'db' | 'mailFrom'>, storeId: string, id: string): Promise<Mail> {
  const mail = await readMail(deps.db, storeId, id);
  const preorder = await findPreorder(deps.db, storeId, mail.preorderId);
  if (!preorder?.contact) {
    throw new AppError('mail_not_found', 'The customer was erased: nobody is left to write to.');
  }
  // What a shopper wrote goes to the store.
  if (mail.kind !== 'message' && (await findSuppression(deps.db, storeId, preorder.contact.email))) {
    const message = 'Mails go to this address no more. Take it off the list first: ./service suppressions remove.';
    throw new AppError('mail_suppressed', message);
  }
  const mailId = mail.state === 'sent' ? await copyMail(deps, mail) : await reviveMail(deps, mail);
  return readMail(deps.db, storeId, mailId);
}

/** Links go with the mail that brought them: the copy makes its own. */
async function copyMail({ db, mailFrom }: Pick<Deps, 'db' | 'mailFrom'>, mail: Mail): Promise<string> {
  const id = randomUUID();
  const messageId = `${mail.reference.toLowerCase()}.${mail.kind}.${id}@${mailFrom.split('@').at(-1)}`;
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO mail (store_id, id, preorder_id, kind, dedupe, detail, message_id)
       SELECT store_id, $3::uuid, preorder_id, kind, 'again ' || $3::uuid, detail - 'links', $4
       FROM mail WHERE store_id = $1 AND id = $2`,
      [mail.storeId, mail.id, id, messageId],
    );
    await addJobs(tx, [{ topic: 'mail.due', storeId: mail.storeId, subjectId: id, detail: null }]);
  });
  return id;
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
