import { randomUUID } from 'node:crypto';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { Sql } from '../../platform/db.ts';
import type { Deps } from '../deps.ts';
import { readOpenDue } from '../payments/queries/dues.ts';
import { findSwap } from '../preorders/queries/swaps.ts';
import { findLink, type Link, type LinkPurpose } from './queries.ts';

/** For links that somebody asks for: long enough for mail that is slow, short enough for a mailbox opened by another. */
export const LINK_MINUTES = 60;

// Who knows reference and postcode can have mail sent to somebody else: not more than a nuisance an hour.
const LINKS_PER_HOUR_MAX = 3;

type Wanted = {
  storeId: string;
  preorderId: string;
  purpose: LinkPurpose;
  /** Ids only: it stays when the person is forgotten. */
  detail?: Record<string, unknown>;
  minutes: number;
};

/** Makes a link, in the transaction of what it is made for. Its secret is derived from the id and kept nowhere. */
export async function createLink(tx: Sql, wanted: Wanted): Promise<{ id: string }> {
  const link = newLink(wanted);
  await tx.query(MAKE_LINK, link.values);
  return link;
}

/** What `MAKE_LINK` is given. */
export function newLink({ storeId, preorderId, purpose, detail, minutes }: Wanted) {
  const id = randomUUID();
  return { id, values: [storeId, id, preorderId, purpose, detail ?? null, minutes] };
}

/** SQL: also a part of the statement that keeps the link with what it is made for. */
export const MAKE_LINK = `
  INSERT INTO link (store_id, id, preorder_id, purpose, detail, created_at, expires_at)
  SELECT $1, $2, $3, $4, $5, now, now + $6 * interval '1 minute' FROM app_now() AS now
  RETURNING id, purpose`;

// A mail that has waited for longer brings a link that nobody expects any more.
const BEGINS_WITHIN = '24 hours';

/**
 * Has a link that somebody asked for count from now on, for as long as it was made for: its mail is about to be handed over, and has
 * waited perhaps for longer than that. Nobody knew it before. Nothing changes for one that was used, or asked for too long ago.
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
 * Refuses one link more for whoever asks without having signed in: `rate_limited` after three of the last hour. Locks the
 * pre-order, so that they are counted one at a time.
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
    -- Mails that nobody asked for bring a link as well, which is good for more than once.
    AND (purpose = 'cancel' OR purpose = 'manage' AND detail->'once' IS NOT NULL)
    AND created_at > (SELECT app_now()) - interval '1 hour'`;

/** What secrets are derived for: a token counts for its own purpose alone. */
const derivedFor = (purpose: LinkPurpose) => `${purpose}-link`;

/** What stands in the address. The secret is derived: whoever reads the database learns no link. */
export function linkToken({ secrets }: Pick<Deps, 'secrets'>, id: string, purpose: LinkPurpose): string {
  return `${id}.${secrets.derive(derivedFor(purpose), id)}`;
}

/** The address that is mailed. */
export function linkAddress(deps: Pick<Deps, 'secrets' | 'baseUrl'>, id: string, purpose: LinkPurpose): string {
  return `${deps.baseUrl}/links/${purpose}/${linkToken(deps, id, purpose)}`;
}

/** The link that a token stands for, used or not; null for anything else, for another purpose, and once its time is over. */
export async function readLink(
  deps: Pick<Deps, 'db' | 'secrets'>,
  purpose: LinkPurpose,
  token: string,
): Promise<Link | null> {
  const [id = '', secret = '', ...more] = token.split('.');
  if (!isUuid(id) || more.length > 0 || !deps.secrets.matches(derivedFor(purpose), id, secret)) return null;
  const link = await findLink(deps.db, id);
  if (link?.purpose !== purpose) return null;
  return !link.expired || (await isPutOff(deps.db, link)) ? link : null;
}

/** A link that pays counts as long as the time to pay does, which an outage may have made longer than was known. */
async function isPutOff(sql: Sql, link: Link): Promise<boolean> {
  if (link.purpose !== 'pay' && link.purpose !== 'card') return false;
  const swapId = link.detail?.swapId;
  if (swapId !== undefined) {
    const swap = await findSwap(sql, link.storeId, String(swapId));
    return swap !== null && swap.state === 'waiting' && !swap.expired;
  }
  const due = await readOpenDue(sql, link);
  return due !== null && due.clock.stoppedBy.length > 0 && due.msLeft > 0;
}

/** True for whoever is first. What the link does has to be idempotent, and comes before: marked first, a fault would spend it for nothing. */
export async function markUsed(sql: Sql, { storeId, id }: Pick<Link, 'storeId' | 'id'>): Promise<boolean> {
  const rows = await sql.query(
    'UPDATE link SET used_at = app_now() WHERE store_id = $1 AND id = $2 AND used_at IS NULL RETURNING 1',
    [storeId, id],
  );
  return rows.length > 0;
}
