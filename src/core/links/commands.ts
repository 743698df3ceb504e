import { randomUUID } from 'node:crypto';
import { AppError } from '../../domain/error.ts';
import { LINKS_PER_HOUR_MAX } from '../../domain/link.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';
import type { Deps } from '../deps.ts';
import { readOpenDue } from '../payments/queries/dues.ts';
import { findSwap } from '../preorders/queries/swaps.ts';
import { findLink, isFor, type Link, type LinkDetails, type LinkOf, type LinkPurpose } from './queries.ts';

/** What a new link is for. `detail` is optional for purposes whose links may have none. */
export type NewLink = {
  [P in LinkPurpose]: { purpose: P; minutes: number } & (null extends LinkDetails[P]
    ? { detail?: LinkDetails[P] }
    : { detail: LinkDetails[P] });
}[LinkPurpose];

type NewPreorderLink = NewLink & { storeId: string; preorderId: string };

/**
 * Makes a link in the caller's transaction, together with the change that needs it. The secret of a link is derived from its
 * id and never stored.
 */
export async function createLink(tx: Sql, wanted: NewPreorderLink): Promise<{ id: string }> {
  const { storeId, preorderId, purpose, detail = null, minutes } = wanted;
  const id = randomUUID();
  await tx.query(
    `INSERT INTO link (store_id, id, preorder_id, purpose, detail, created_at, expires_at)
     SELECT $1, $2, $3, $4, $5, now, now + $6 * interval '1 minute' FROM app_now() AS now`,
    [storeId, id, preorderId, purpose, detail, minutes],
  );
  return { id };
}

// After this time, the person who asked for the link does not expect its mail any more.
const BEGINS_WITHIN = '24 hours';

/**
 * Restarts the life of a link that a person asked for, just before its mail is handed over: the mail may have waited for
 * longer than the link lasts. That is safe, because no person knew the link before. A link that was used, or was asked for
 * more than a day ago, does not change.
 */
export async function beginLink(sql: Sql, storeId: string, id: string): Promise<void> {
  await sql.query(
    `UPDATE link SET begins_at = moment.now, expires_at = moment.now + (expires_at - coalesce(begins_at, created_at))
     FROM (SELECT app_now() AS now) AS moment
     WHERE store_id = $1 AND id = $2 AND used_at IS NULL AND created_at > moment.now - interval '${BEGINS_WITHIN}'`,
    [storeId, id],
  );
}

/**
 * Limits the links that can be asked for without signing in: throws `rate_limited` after three within the last hour. Locks
 * the pre-order, so that concurrent requests are counted one after the other.
 */
export async function limitLinks(tx: Sql, storeId: string, preorderId: string): Promise<void> {
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
  const [recent] = await tx.query<{ count: number; waitSeconds: number }>(RECENT, [storeId, preorderId]);
  if (!recent || recent.count < LINKS_PER_HOUR_MAX) return;
  const data = { retry_after: Math.max(1, recent.waitSeconds) };
  throw new AppError('rate_limited', 'Several links were sent within the last hour.', { data });
}

const RECENT = `
  SELECT count(*)::int AS count,
         ceil(extract(epoch FROM min(created_at) + interval '1 hour' - app_now()))::int AS "waitSeconds"
  FROM link WHERE store_id = $1 AND preorder_id = $2
    -- Mails that the shopper did not ask for also bring a link; that one may be used more than once and is not counted.
    AND (purpose = 'cancel' OR purpose = 'manage' AND detail->'once' IS NOT NULL)
    AND created_at > (SELECT app_now()) - interval '1 hour'`;

/** Returns the purpose that a secret is derived for, so that a token is valid for its own purpose only. */
const secretPurpose = (purpose: LinkPurpose) => `${purpose}-link`;

/** Returns the token in a link's address. Its secret is derived, so a leak of the database reveals no link. */
export function linkToken({ secrets }: Pick<Deps, 'secrets'>, id: string, purpose: LinkPurpose): string {
  return `${id}.${secrets.derive(secretPurpose(purpose), id)}`;
}

/** Returns the address that the mail contains. */
export function linkAddress(deps: Pick<Deps, 'secrets' | 'baseUrl'>, id: string, purpose: LinkPurpose): string {
  return `${deps.baseUrl}/links/${purpose}/${linkToken(deps, id, purpose)}`;
}

/** Returns the link of a token, used or not. Null for an invalid token, another purpose, or an expired link. */
export async function readLink<P extends LinkPurpose>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  purpose: P,
  token: string,
): Promise<LinkOf<P> | null> {
  const link = await readMailedLink(deps, purpose, token);
  return link && (!link.expired || (await isPutOff(deps.db, link))) ? link : null;
}

/** Returns the link of a token, also an expired one. A person with the token had its mail, and may be told the store. */
export async function readMailedLink<P extends LinkPurpose>(
  deps: Pick<Deps, 'db' | 'secrets'>,
  purpose: P,
  token: string,
): Promise<LinkOf<P> | null> {
  const [id = '', secret = '', ...more] = token.split('.');
  if (!isUuid(id) || more.length > 0 || !deps.secrets.matches(secretPurpose(purpose), id, secret)) return null;
  const link = await findLink(deps.db, id);
  return link && isFor(link, purpose) ? link : null;
}

/**
 * Returns true when a link to pay is still valid although its own time is over: it is valid as long as the time to pay, which
 * an outage may extend later.
 */
async function isPutOff(sql: Sql, link: Link): Promise<boolean> {
  if (link.purpose !== 'pay' && link.purpose !== 'card') return false;
  if (link.detail) {
    const swap = await findSwap(sql, link.storeId, link.detail.swapId);
    return swap !== null && swap.state === 'waiting' && !swap.expired;
  }
  const due = await readOpenDue(sql, link);
  return due !== null && due.clock.stoppedBy.length > 0 && due.msLeft > 0;
}

/**
 * Marks a link as used. Returns true only for the first call. The caller runs the link's idempotent action before this call:
 * if the link were marked first, a failure of the action would use up the link for nothing.
 */
export async function markUsed(sql: Sql, { storeId, id }: Pick<Link, 'storeId' | 'id'>): Promise<boolean> {
  const rows = await sql.query(
    'UPDATE link SET used_at = app_now() WHERE store_id = $1 AND id = $2 AND used_at IS NULL RETURNING 1',
    [storeId, id],
  );
  return rows.length > 0;
}
