import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { canCancel, type LineState } from '../../../domain/preorder.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { emit } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';
import { type CancelLink, findCancelLink } from '../queries.ts';
import { type Cancelled, cancelLines } from './cancel.ts';

/** Long enough for mail that is slow, short enough for a mailbox that somebody else opens later. */
export const LINK_MINUTES = 60;

// Who knows reference and postcode can have mail sent to somebody else: not more than a nuisance an hour.
const LINKS_PER_HOUR_MAX = 3;

// What secrets of links are derived for.
const CANCEL_LINK = 'cancel-link';

type Wanted = { storeId: string; preorderId: string; lineIds: readonly string[] };

/**
 * Makes a link that confirms the cancellation of these line items; a job mails it to the pre-order's own address.
 * `line_not_cancellable` when one of them is past that, `rate_limited` after three in an hour.
 */
export async function createCancelLink(deps: Pick<Deps, 'db' | 'outbox'>, wanted: Wanted): Promise<void> {
  const { storeId, preorderId, lineIds } = wanted;
  await deps.db.transaction(async (tx) => {
    // One at a time for a pre-order, so that the links of the hour are counted right.
    await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE', [storeId, preorderId]);
    const states = await tx.query<{ id: string; state: LineState }>(
      'SELECT id, state FROM preorder_line WHERE store_id = $1 AND preorder_id = $2',
      [storeId, preorderId],
    );
    for (const id of lineIds) refuseFinal(id, states);
    const [recent] = await tx.query<{ count: number; waitSeconds: number }>(RECENT, [storeId, preorderId]);
    if (recent && recent.count >= LINKS_PER_HOUR_MAX) {
      const data = { retry_after: Math.max(1, recent.waitSeconds) };
      throw new AppError('rate_limited', 'Several links were sent within the last hour.', { data });
    }
    const linkId = randomUUID();
    await tx.query(
      `INSERT INTO cancel_link (store_id, id, preorder_id, created_at, expires_at)
       SELECT $1, $2, $3, now, now + $4 * interval '1 minute' FROM app_now() AS now`,
      [storeId, linkId, preorderId, LINK_MINUTES],
    );
    await tx.query('INSERT INTO cancel_link_line (store_id, link_id, line_id) SELECT $1, $2, unnest($3::uuid[])', [
      ...[storeId, linkId, [...new Set(lineIds)]],
    ]);
    await emit(tx, 'preorder.cancel_link', { storeId, subjectId: linkId });
  });
  deps.outbox.wake();
}

const RECENT = `
  SELECT count(*)::int AS count,
         ceil(extract(epoch FROM min(created_at) + interval '1 hour' - app_now()))::int AS "waitSeconds"
  FROM cancel_link WHERE store_id = $1 AND preorder_id = $2 AND created_at > app_now() - interval '1 hour'`;

function refuseFinal(id: string, states: readonly { id: string; state: LineState }[]): void {
  const line = states.find((candidate) => candidate.id === id);
  if (line && canCancel(line.state)) return;
  const message = line
    ? `A line item that is ${line.state} cannot be cancelled.`
    : 'The pre-order has no such line item.';
  throw new AppError('line_not_cancellable', message, { data: { line: id, state: line?.state ?? null } });
}

/** What stands in the mail. The secret is derived: whoever reads the database learns no link. */
export function cancelLinkToken({ secrets }: Pick<Deps, 'secrets'>, linkId: string): string {
  return `${linkId}.${secrets.derive(CANCEL_LINK, linkId)}`;
}

/** The link that a token stands for; null for anything else, and once its time is over. */
export async function readCancelLink(deps: Pick<Deps, 'db' | 'secrets'>, token: string): Promise<CancelLink | null> {
  const [linkId = '', secret = '', ...more] = token.split('.');
  if (!isUuid(linkId) || more.length > 0 || !deps.secrets.matches(CANCEL_LINK, linkId, secret)) return null;
  const link = await findCancelLink(deps.db, linkId);
  return link?.expired === false ? link : null;
}

/**
 * Does what the link is for. Cancelling comes first and is idempotent: were the link marked first, a fault in between
 * would leave it spent for nothing. Used again, it changes nothing.
 */
export async function useCancelLink(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  { storeId, id, preorderId, lineIds, used }: CancelLink,
): Promise<Cancelled> {
  if (used) return { lineIds: [], amount: 0 };
  const cancelled = await cancelLines(deps, { storeId, preorderId, lineIds });
  await deps.db.query(
    'UPDATE cancel_link SET used_at = app_now() WHERE store_id = $1 AND id = $2 AND used_at IS NULL',
    [storeId, id],
  );
  return cancelled;
}
