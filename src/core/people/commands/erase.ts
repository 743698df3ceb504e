import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { type EndDeps, endCheckout } from '../../checkouts/commands/end.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Deps } from '../../deps.ts';
import { type Job, listJobsAbout } from '../../jobs/queries.ts';
import { forgetWithdrawals } from '../../withdrawals/commands/forget.ts';
import { listWithdrawalsOf, type Withdrawal } from '../../withdrawals/queries.ts';
import {
  type Footprint,
  inParts,
  listIds,
  listLive,
  type Person,
  type PersonPreorder,
  readFootprint,
} from '../queries/footprint.ts';
import { readLinkIds, readMailIds, readMessageIds, readOrderIds } from '../queries.ts';
import { erasePart, isOpen, NOTHING_ERASED, refuseOpen, stillPaying } from './erase-part.ts';
import { finishErasure, pseudonymOf } from './erase-rows.ts';
import { type Guard, withHoldsRefused } from './guard.ts';

type EraseDeps = EndDeps & Pick<Deps, 'mail' | 'commerce'>;

/** True when nothing that an erasure takes away is stored of the person. */
export const isNothing = ({
  checkouts,
  preorders,
  withdrawals,
}: Pick<Erasure, 'checkouts' | 'preorders' | 'withdrawals'>) =>
  checkouts.length + preorders.length + withdrawals.length === 0;

/** What an erasure takes away, or has taken. */
export type Erasure = Footprint & {
  /** Pre-orders with goods still to be sent. After the erasure there is no address for mails or goods any more. */
  open: PersonPreorder[];
  /** Declarations of the person, and those from their pre-orders. What was declared is emptied. */
  withdrawals: Pick<Withdrawal, 'id' | 'state'>[];
  /** Jobs about them. These jobs still run; one that would mail the person finds no address and sends nothing. */
  jobs: Job[];
  /** Archived files of mails and of store orders. */
  mailFiles: string[];
  orderFiles: string[];
};

/** Returns the person with a trimmed e-mail address. Throws `invalid_parameter` if it is no e-mail address. */
export function checkPerson({ storeId, email }: Person): Person {
  const trimmed = email.trim();
  if (isEmail(trimmed)) return { storeId, email: trimmed };
  throw new AppError('invalid_parameter', `“${trimmed.slice(0, 60)}” is not an e-mail address.`, { param: 'email' });
}

/** Lists what an erasure of the person would take away. Changes nothing. */
export async function planErasure(deps: Pick<Deps, 'db' | 'mail' | 'commerce'>, person: Person): Promise<Erasure> {
  const { db, mail, commerce } = deps;
  const { storeId } = person;
  const footprint = await readFootprint(db, person, await listIds(db, checkPerson(person)));
  const preorderIds = footprint.preorders.map(({ id }) => id);
  const of = <Row>(read: (sql: Sql, storeId: string, ids: readonly string[]) => Promise<Row[]>, ids = preorderIds) =>
    inParts(ids, (part) => read(db, storeId, part));
  const about = [preorderIds, await of(readLinkIds), await of(readMailIds)].flat();
  return {
    ...footprint,
    open: footprint.preorders.filter(isOpen),
    withdrawals: await withdrawalsOf(db, checkPerson(person)),
    jobs: await of(listJobsAbout, about),
    mailFiles: await filesOf(mail.archive, await of(readMessageIds)),
    orderFiles: await filesOf(commerce.archive, await of(readOrderIds)),
  };
}

const withdrawalsOf = (sql: Sql, { storeId, email }: Person) =>
  listWithdrawalsOf(sql, storeId, customerKeyOf(storeId, email));

type Archive = { filesOf(id: string): Promise<string[]> };

async function filesOf(archive: Archive | undefined, ids: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  if (archive) for (const id of ids) files.push(...(await archive.filesOf(id)));
  return files;
}

/**
 * Erases what names the person in the store. Pre-orders, money and stock stay complete under a pseudonym. Live checkouts are
 * ended first, and new holds of the person are refused until the erasure ends. Throws:
 * - `preorders_open` if goods are still owed, unless `openToo` is set;
 * - `payment_in_progress` while a payment may still become a pre-order;
 * - `job_running` while a mail is being sent or the store's system is still to be told of an order.
 * Usually nothing is erased then; of many hundreds of pre-orders, some parts may be. Idempotent: a second call erases the rest.
 */
export async function erase(deps: EraseDeps, person: Person, { openToo }: { openToo: boolean }): Promise<Erasure> {
  const checked = checkPerson(person);
  const { open, withdrawals } = await planErasure(deps, checked);
  if (!openToo) refuseOpen(open);
  if (!openToo) refuseUnanswered(withdrawals);
  return withHoldsRefused(deps.db, checked, (guard) => eraseGuarded(deps, guard, { person: checked, openToo }));
}

/** Throws while the merchant has to act on a withdrawal: afterwards nobody would know what was declared. */
function refuseUnanswered(declared: Erasure['withdrawals']): void {
  if (declared.every(({ state }) => state !== 'declared')) return;
  const message = `A withdrawal of this person waits for you. Deal with it first, or use --open-too. ${NOTHING_ERASED}`;
  throw new AppError('preorders_open', message);
}

type ErasureRequest = { person: Person; openToo: boolean };

/** Erases all parts, while the guard refuses new holds of the person. */
async function eraseGuarded(deps: EraseDeps, guard: Guard, { person, openToo }: ErasureRequest): Promise<Erasure> {
  const { storeId } = person;
  await endLive(deps, guard, person);
  // Read again: a payment that has just succeeded may have added a pre-order.
  const { open, withdrawals, jobs, mailFiles, orderFiles } = await planErasure(deps, person);
  if (!openToo) refuseOpen(open);
  if (!openToo) refuseUnanswered(withdrawals);
  const erased = await eraseAll(deps, guard, { person, openToo });
  // Also for a person without pre-orders: the merchant may have suppressed the address by hand.
  // Rows of a file that nobody brought in yet say who it was, too.
  const customerKey = customerKeyOf(storeId, person.email);
  await deps.db.query(
    `UPDATE import_row SET data = NULL, customer_key = NULL, expires_at = NULL, fate = 'skipped' WHERE store_id = $1 AND customer_key = $2 AND data IS NOT NULL`,
    [storeId, customerKey],
  );
  // The request itself stays: what a platform asked, and that it was done.
  await deps.db.query(
    'UPDATE privacy_request SET email = NULL, customer_key = NULL WHERE store_id = $1 AND customer_key = $2',
    [storeId, customerKey],
  );
  await deps.db.query('DELETE FROM mail_suppression WHERE store_id = $1 AND customer_key = $2', [storeId, customerKey]);
  await forgetWithdrawals(deps.db, deps.mail, { storeId, customerKey, pseudonym: pseudonymOf(guard.id) });
  return { ...erased, open: erased.preorders.filter(isOpen), withdrawals, jobs, mailFiles, orderFiles };
}

async function endLive(deps: EraseDeps, guard: Guard, person: Person): Promise<void> {
  for (const id of await listLive(deps.db, person)) {
    await guard.renew(); // a provider may answer slowly
    const ended = await endCheckout(deps, { storeId: person.storeId, checkoutId: id }, 'abandoned');
    if (ended !== 'ended' && ended !== 'placed') throw stillPaying();
  }
}

/** Erases part by part, one transaction each. Erased rows are no longer found, so each part takes the next rows. */
async function eraseAll(deps: EraseDeps, guard: Guard, { person, openToo }: ErasureRequest): Promise<Footprint> {
  const erased: Footprint = { checkouts: [], preorders: [] };
  for (;;) {
    const done = erased.checkouts.length + erased.preorders.length;
    const part = { person, openToo, erasureId: guard.id };
    const taken = await deps.db
      .transaction((tx) => erasePart(tx, deps, part))
      .catch((error: unknown) => {
        throw done === 0 ? error : withPartlyErased(error);
      });
    if (taken === null) break;
    for (const checkout of taken.checkouts) erased.checkouts.push(checkout);
    for (const preorder of taken.preorders) erased.preorders.push(preorder);
    await guard.renew();
  }
  await finishErasure(deps.db, person.storeId, guard.id);
  return erased;
}

/**
 * Corrects the message of an error of one part: “Nothing was erased.” is true of that part only, not of the whole
 * erasure.
 */
function withPartlyErased(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const message = 'A part was erased. Run the same command again to erase the rest.';
  return new AppError(error.code, error.message.replace(NOTHING_ERASED, message), error.info);
}
