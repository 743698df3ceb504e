import { AppError } from '../../../domain/error.ts';
import { maskEmail } from '../../../domain/masking.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { askToPayAgain } from '../../payments/commands/put-off.ts';
import { askNewAddress } from '../../promises/commands/ask-again.ts';
import { tellNewAddress } from '../../withdrawals/commands/receipt.ts';

type ContactChange = { storeId: string; preorderId: string; email: string; by: string };

/**
 * Changes the e-mail address of a pre-order, because the shopper mistyped it or has another one. Mails go to the new address
 * from now on; links that went to the earlier one end, and both addresses get a mail. What the shopper was asked by mail, to decide about
 * a moved date or to pay, is asked again, with the whole time for it. Returns false if it is the same address.
 * Throws `invalid_parameter` for text that is no address, and `preorder_not_found` once the shopper is erased.
 */
export async function changeContact(deps: Pick<Deps, 'db' | 'outbox'>, change: ContactChange): Promise<boolean> {
  const email = change.email.trim();
  if (!isEmail(email)) {
    throw new AppError('invalid_parameter', 'This is not an e-mail address.', { param: 'email' });
  }
  const changed = await deps.db.transaction(async (tx) => {
    const before = await lock(tx, change);
    if (before === null) throw new AppError('preorder_not_found', 'There is no such pre-order.');
    if (before === email) return false;
    await moveTo(tx, change, { before, email });
    await tell(tx, change, before);
    await askNewAddress(tx, change.storeId, change.preorderId);
    await askToPayAgain(tx, change);
    await tellNewAddress(tx, change.storeId, change.preorderId);
    return true;
  });
  if (changed) deps.outbox.wake();
  return changed;
}

/** Locks checkout and pre-order, in this order like sales do. Resolves with the address; null once the shopper is erased. */
async function lock(tx: Sql, { storeId, preorderId }: ContactChange): Promise<string | null> {
  const key = [storeId, preorderId];
  await tx.query(
    `SELECT 1 FROM checkout WHERE store_id = $1
       AND id = (SELECT checkout_id FROM preorder WHERE store_id = $1 AND id = $2) FOR NO KEY UPDATE`,
    key,
  );
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', key);
  const [contact] = await tx.query<{ email: string }>(
    'SELECT email FROM preorder_contact WHERE store_id = $1 AND preorder_id = $2',
    key,
  );
  return contact?.email ?? null;
}

/** Gives the pre-order, its line items and its checkout to the customer of the new address, and ends the mailed links. */
async function moveTo(
  tx: Sql,
  { storeId, preorderId }: ContactChange,
  { before, email }: { before: string; email: string },
): Promise<void> {
  const key = [storeId, preorderId];
  const customer = [...key, customerKeyOf(storeId, email)];
  await tx.query('UPDATE preorder_contact SET email = $3 WHERE store_id = $1 AND preorder_id = $2', [...key, email]);
  await tx.query('UPDATE preorder SET customer_key = $3 WHERE store_id = $1 AND id = $2', customer);
  await tx.query('UPDATE preorder_line SET customer_key = $3 WHERE store_id = $1 AND preorder_id = $2', customer);
  await tx.query(
    `UPDATE checkout c SET customer_key = $3 FROM preorder o
     WHERE o.store_id = $1 AND o.id = $2 AND c.store_id = o.store_id AND c.id = o.checkout_id`,
    customer,
  );
  await tx.query(
    `UPDATE checkout_contact k SET email = $3 FROM preorder o
     WHERE o.store_id = $1 AND o.id = $2 AND k.store_id = o.store_id AND k.checkout_id = o.checkout_id`,
    [...key, email],
  );
  // The earlier address may be a stranger's. An erasure of that stranger would not find it here, so it is masked.
  await tx.query('UPDATE mail SET sent_to = $3 WHERE store_id = $1 AND preorder_id = $2 AND sent_to = $4', [
    ...key,
    maskEmail(before),
    before,
  ]);
  // Somebody else may read the earlier mailbox. The mail to the new address brings another link.
  await tx.query(
    `UPDATE link SET expires_at = greatest((SELECT app_now()), created_at + interval '1 millisecond')
     WHERE store_id = $1 AND preorder_id = $2 AND expires_at > (SELECT app_now())`,
    key,
  );
}

async function tell(tx: Sql, { storeId, preorderId, by }: ContactChange, before: string): Promise<void> {
  const changeId = newRowId();
  await tx.query(
    'INSERT INTO contact_change (store_id, id, preorder_id, old_email, by_name) VALUES ($1, $2, $3, $4, $5)',
    [storeId, changeId, preorderId, before, by],
  );
  for (const to of ['new', 'old'] as const) {
    await emit(tx, 'preorder.contact_changed', { storeId, subjectId: preorderId, detail: { changeId, to } });
  }
}

/** Forgets the earlier address, because the mail to it is sent or cannot be. */
export async function forgetOldAddress(sql: Sql, storeId: string, changeId: string): Promise<void> {
  await sql.query('UPDATE contact_change SET old_email = NULL WHERE store_id = $1 AND id = $2', [storeId, changeId]);
}
