import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { LINE_TRANSITIONS } from '../../../domain/preorder.ts';
import type { Sql } from '../../../platform/db.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { type EndDeps, endCheckout } from '../../checkouts/commands/end.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Deps } from '../../deps.ts';
import { type Job, listJobsAbout } from '../../jobs/queries.ts';
import {
  type Footprint,
  type Person,
  type PersonPreorder,
  readFootprint,
  readLinkIds,
  readMailIds,
  readMessageIds,
  readOrderIds,
} from '../queries.ts';
import {
  eraseCheckouts,
  erasePreorders,
  eraseRequests,
  finishErasure,
  pseudonymOf,
  releaseLineKeys,
} from './erase-rows.ts';

type EraseDeps = EndDeps & Pick<Deps, 'mail' | 'commerce'>;

/** What an erasure takes away, or has taken. */
export type Erasure = Footprint & {
  /** Pre-orders that are still to be sent: nobody could be told of them, or sent anything, any more. */
  open: PersonPreorder[];
  /** They run on, and those that were to write to the person find nobody. */
  jobs: Job[];
  /** Mails, and orders for the store, that were kept as files. */
  mailFiles: string[];
  orderFiles: string[];
};

/** The e-mail as the rest of the service takes it; `invalid_parameter` when it is none. */
export function checkPerson({ storeId, email }: Person): Person {
  const trimmed = email.trim();
  if (isEmail(trimmed)) return { storeId, email: trimmed };
  throw new AppError('invalid_parameter', `“${trimmed.slice(0, 60)}” is not an e-mail address.`, { param: 'email' });
}

/** What erasing the person would take away; changes nothing. */
export async function planErasure(deps: Pick<Deps, 'db' | 'mail' | 'commerce'>, person: Person): Promise<Erasure> {
  const { storeId } = person;
  const footprint = await readFootprint(deps.db, checkPerson(person));
  const preorderIds = footprint.preorders.map(({ id }) => id);
  const messageIds = await readMessageIds(deps.db, storeId, preorderIds);
  const files = await Promise.all(messageIds.map((id) => deps.mail.archive?.filesOf(id) ?? []));
  const orderIds = await readOrderIds(deps.db, storeId, preorderIds);
  const orders = await Promise.all(orderIds.map((id) => deps.commerce.archive?.filesOf(id) ?? []));
  const linkIds = await readLinkIds(deps.db, storeId, preorderIds);
  const mailIds = await readMailIds(deps.db, storeId, preorderIds);
  return {
    ...footprint,
    open: footprint.preorders.filter(isOpen),
    jobs: await listJobsAbout(deps.db, storeId, [...preorderIds, ...linkIds, ...mailIds]),
    mailFiles: files.flat(),
    orderFiles: orders.flat(),
  };
}

/** Whether something is still to be sent to the person. */
function isOpen({ states }: PersonPreorder): boolean {
  return states.some((state) => LINE_TRANSITIONS[state].includes('cancelled'));
}

/**
 * Erases what names the person in the store. Pre-orders, money and stock stay whole under a pseudonym. Live checkouts are
 * ended first. `preorders_open` unless told to erase those as well, `payment_in_progress` while a payment may still
 * become a pre-order, `job_running` while a mail is being sent or an order is still to be handed over: then nothing was
 * erased. Done again, it finds nothing.
 */
export async function erase(deps: EraseDeps, person: Person, { openToo }: { openToo: boolean }): Promise<Erasure> {
  const checked = checkPerson(person);
  const plan = await planErasure(deps, checked);
  if (!openToo) refuseOpen(plan.open);
  for (const { id } of plan.checkouts.filter(({ live }) => live)) {
    const ended = await endCheckout(deps, { storeId: checked.storeId, checkoutId: id }, 'abandoned');
    if (ended !== 'ended' && ended !== 'placed') throw stillPaying();
  }
  // A payment that succeeded just now has become a pre-order.
  const { open, jobs, mailFiles, orderFiles } = await planErasure(deps, checked);
  if (!openToo) refuseOpen(open);
  const erased = await deps.db.transaction((tx) => eraseRows(tx, deps, { person: checked, openToo }));
  return { ...erased, open: erased.preorders.filter(isOpen), jobs, mailFiles, orderFiles };
}

function refuseOpen(open: readonly PersonPreorder[]): void {
  if (open.length === 0) return;
  const references = open.map(({ reference }) => reference).join(', ');
  const message = `Goods are still owed: ${references}. Send or cancel them first, or insist with --open-too: then nobody can be told of them or sent anything.`;
  throw new AppError('preorders_open', message, { data: { references } });
}

function stillPaying(): AppError {
  const message =
    'A payment of this person has no result yet. Try again in a moment, or see ./service attempts list. Nothing was erased.';
  return new AppError('payment_in_progress', message);
}

type Wanted = { person: Person; openToo: boolean };

async function eraseRows(tx: Sql, kept: EraseDeps, { person, openToo }: Wanted): Promise<Footprint> {
  const { storeId } = person;
  await tx.query("SET LOCAL statement_timeout = '5min'"); // checkouts have no index by customer: sales would pay for it
  const before = await readFootprint(tx, person);
  await lock(tx, storeId, before);
  // A later statement: its snapshot is younger than the locks.
  const footprint = await readFootprint(tx, person);
  if (footprint.checkouts.some(({ live }) => live) || grew(before, footprint)) throw stillPaying();
  if (!openToo) refuseOpen(footprint.preorders.filter(isOpen));
  const { checkouts, preorders } = footprint;
  await refuseOrdersDue(tx, storeId, preorders);
  // Also for who has nothing else here: somebody may have put them on that list by hand.
  await tx.query('DELETE FROM mail_suppression WHERE store_id = $1 AND customer_key = $2', [
    ...[storeId, customerKeyOf(storeId, person.email)],
  ]);
  if (checkouts.length + preorders.length === 0) return footprint;
  const id = randomUUID();
  const pseudonym = pseudonymOf(id);
  await tx.query('INSERT INTO erasure (store_id, id, checkouts, preorders) VALUES ($1, $2, $3, $4)', [
    ...[storeId, id, checkouts.length, preorders.length],
  ]);
  const checkoutIds = checkouts.map((row) => row.id);
  await eraseCheckouts(tx, { storeId, ids: checkoutIds, pseudonym });
  await eraseRequests(tx, storeId, checkoutIds);
  await erasePreorders(tx, kept, { storeId, ids: preorders.map((row) => row.id), pseudonym });
  await releaseLineKeys(tx, storeId, pseudonym);
  await finishErasure(tx, storeId, id);
  return footprint;
}

/** The store's system is told first: it would send what was cancelled, and nobody could be named to it any more. */
async function refuseOrdersDue(tx: Sql, storeId: string, preorders: readonly PersonPreorder[]): Promise<void> {
  const handed = await tx.query<{ id: string }>(
    `SELECT DISTINCT preorder_id AS id FROM store_order WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])`,
    [storeId, preorders.map(({ id }) => id)],
  );
  const ids = handed.map(({ id }) => id);
  const [waiting] = await tx.query(
    'SELECT 1 FROM outbox WHERE store_id = $1 AND subject_id = ANY($2::uuid[]) AND dispatched_at IS NULL LIMIT 1',
    [storeId, ids],
  );
  const jobs = await listJobsAbout(tx, storeId, ids);
  if (!waiting && jobs.every(({ topic, state }) => topic !== 'order.due' || state === 'dead')) return;
  const message =
    "The store's system is still to be told of an order. Try again in a moment, or see ./service jobs list. Nothing was erased.";
  throw new AppError('job_running', message);
}

/** In the order in which sales take them: checkouts, then pre-orders, each by id. */
async function lock(tx: Sql, storeId: string, { checkouts, preorders }: Footprint): Promise<void> {
  await tx.query('SELECT 1 FROM checkout WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    ...[storeId, checkouts.map(({ id }) => id)],
  ]);
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE', [
    ...[storeId, preorders.map(({ id }) => id)],
  ]);
}

/** Something was placed or begun between the look and the lock. */
function grew(before: Footprint, after: Footprint): boolean {
  return after.checkouts.length > before.checkouts.length || after.preorders.length > before.preorders.length;
}
