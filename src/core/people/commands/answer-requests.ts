import { normaliseEmail } from '../../../domain/checkout.ts';
import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { resolveAlert } from '../../alerts/commands.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import { disconnect } from '../../connections/commands/connect.ts';
import { readConnection } from '../../connections/queries.ts';
import type { Deps } from '../../deps.ts';
import { listWithdrawalsOf } from '../../withdrawals/queries.ts';
import { OUTCOMES } from '../outcome.ts';
import { listIds } from '../queries/footprint.ts';
import { emailsOfOrders, findPrivacyRequest, type PrivacyRequest } from '../queries/privacy-requests.ts';
import { erase } from './erase.ts';

type AnswerDeps = Parameters<typeof erase>[0] & Pick<Deps, 'log'>;
type Claimed = {
  storeId: string;
  id: string;
  what: PrivacyRequest['what'];
  email: string | null;
  orderRefs: string[];
};
/** `againMs`: after how long it is tried again; null if it is a person's turn. */
type RequestOutcome = { kind: 'done'; outcome: string } | { kind: 'waits'; outcome: string; againMs: number | null };

// An erasure of a reseller takes minutes; a process that dies leaves the request to another one after that time.
const CLAIM_MS = 10 * 60_000;
const SOON_MS = 5 * 60_000;
// Goods are owed for weeks.
const LATER_MS = 12 * 60 * 60_000;
// Of each round.
const REQUESTS_MAX = 20;

/** Carries out what platforms asked on behalf of people. Any number of processes may do so at once. */
export async function answerRequests(deps: AnswerDeps): Promise<number> {
  let answered = 0;
  while (answered < REQUESTS_MAX && (await answerOne(deps))) answered += 1;
  return answered;
}

async function answerOne(deps: AnswerDeps): Promise<boolean> {
  const [claimed] = await deps.db.query<Claimed>(
    `UPDATE privacy_request SET next_at = app_now() + $1 * interval '1 millisecond'
     WHERE (store_id, id) = (SELECT store_id, id FROM privacy_request WHERE next_at <= (SELECT app_now())
                             ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING store_id AS "storeId", id, what, email, order_refs AS "orderRefs"`,
    [CLAIM_MS],
  );
  if (!claimed) return false;
  const answer = await answerTo(deps, claimed);
  await deps.db.transaction(async (tx) => {
    if (answer.kind === 'done') return end(tx, claimed, answer.outcome);
    await tx.query(
      `UPDATE privacy_request SET outcome = $3, next_at = app_now() + $4 * interval '1 millisecond'
       WHERE store_id = $1 AND id = $2 AND done_at IS NULL`,
      [claimed.storeId, claimed.id, answer.outcome, answer.againMs],
    );
  });
  return true;
}

async function answerTo(deps: AnswerDeps, claimed: Claimed): Promise<RequestOutcome> {
  if (claimed.what === 'erase_store') return forgetStore(deps, claimed.storeId);
  const emails = await emailsOf(deps.db, claimed);
  const { storeId } = claimed;
  const found = await Promise.all(emails.map((email) => listIds(deps.db, { storeId, email })));
  const preorders = found.flatMap((ids) => ids.preorders).length;
  const isUnknown = found.every((ids) => ids.preorders.length + ids.checkouts.length === 0);
  if (isUnknown && !(await hasDeclared(deps.db, storeId, emails)))
    return { kind: 'done', outcome: OUTCOMES.nothing_stored() };
  if (claimed.what === 'export') {
    return { kind: 'waits', outcome: OUTCOMES.export_to_make(), againMs: null };
  }
  try {
    for (const email of emails) await erase(deps, { storeId, email }, { openToo: false });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const againMs = error.code === 'preorders_open' ? LATER_MS : SOON_MS;
    return { kind: 'waits', outcome: OUTCOMES.not_erased(error.message), againMs };
  }
  return { kind: 'done', outcome: OUTCOMES.erased(`${preorders}`) };
}

/** Tells whether one of these addresses declared a withdrawal. It may be another one than that of the order. */
async function hasDeclared(sql: Sql, storeId: string, emails: readonly string[]): Promise<boolean> {
  for (const email of emails)
    if ((await listWithdrawalsOf(sql, storeId, customerKeyOf(storeId, email))).length > 0) return true;
  return false;
}

async function emailsOf(sql: Sql, { storeId, email, orderRefs }: Claimed): Promise<string[]> {
  const all = [...(email === null ? [] : [email]), ...(await emailsOfOrders(sql, storeId, orderRefs))];
  return [...new Set(all.map(normaliseEmail))].filter(isEmail);
}

/**
 * Forgets the access to a platform whose store removed us. What shoppers gave was given here and not there: it is the merchant's, and
 * the platform's word alone does not take it away.
 */
async function forgetStore(deps: AnswerDeps, storeId: string): Promise<RequestOutcome> {
  const connection = await readConnection(deps.db, storeId);
  if (connection && connection.deadAt === null) {
    return { kind: 'done', outcome: OUTCOMES.connected_again() };
  }
  if (connection) await disconnect(deps, storeId);
  return { kind: 'done', outcome: OUTCOMES.connection_forgotten() };
}

async function end(tx: Sql, { storeId, id }: { storeId: string; id: string }, outcome: string): Promise<void> {
  await tx.query(
    `UPDATE privacy_request SET outcome = $3, done_at = app_now(), next_at = NULL, email = NULL, customer_key = NULL, order_refs = '{}'
     WHERE store_id = $1 AND id = $2 AND done_at IS NULL`,
    [storeId, id, outcome],
  );
  await resolveAlert(tx, storeId, { code: 'privacy_request', subjectId: id });
}

/**
 * Notes that a person got their data. `not_found`; `invalid_parameter` of what the service does by itself. Again changes nothing.
 */
export async function endRequest(tx: Sql, storeId: string, id: string): Promise<PrivacyRequest> {
  const found = isUuid(id) ? await findPrivacyRequest(tx, storeId, id) : null;
  if (!found) throw new AppError('not_found', 'No such request of a person is kept in this store.');
  if (found.what !== 'export') {
    throw new AppError('invalid_parameter', 'The service carries an erasure out by itself.', { param: 'id' });
  }
  await end(tx, { storeId, id }, OUTCOMES.given());
  return (await findPrivacyRequest(tx, storeId, id)) ?? found;
}
