import { AppError } from '../../../domain/error.ts';
import { LINK_MINUTES } from '../../../domain/link.ts';
import { canCancel, type LineState } from '../../../domain/preorder.ts';
import type { Deps } from '../../deps.ts';
import { createLink, limitLinks, markUsed } from '../../links/commands.ts';
import type { LinkOf } from '../../links/queries.ts';
import { emit } from '../../outbox/outbox.ts';
import { type Cancelled, cancelLines } from './cancel.ts';

type CancelLinkRequest = { storeId: string; preorderId: string; lineIds: readonly string[] };

/**
 * Creates a link that confirms the cancellation of these line items. A job mails it to the pre-order's own address. Throws
 * `line_not_cancellable` if one of them cannot be cancelled any more, and `rate_limited` after three links in an hour.
 */
export async function createCancelLink(deps: Pick<Deps, 'db' | 'outbox'>, request: CancelLinkRequest): Promise<void> {
  const { storeId, preorderId, lineIds } = request;
  await deps.db.transaction(async (tx) => {
    const states = await tx.query<{ id: string; state: LineState }>(
      'SELECT id, state FROM preorder_line WHERE store_id = $1 AND preorder_id = $2',
      [storeId, preorderId],
    );
    for (const id of lineIds) refuseFinal(id, states);
    await limitLinks(tx, storeId, preorderId);
    const detail = { lineIds: [...new Set(lineIds)] };
    const { id } = await createLink(tx, { storeId, preorderId, purpose: 'cancel', detail, minutes: LINK_MINUTES });
    await emit(tx, 'link.asked', { storeId, subjectId: preorderId, detail: { linkId: id, purpose: 'cancel' } });
  });
  deps.outbox.wake();
}

function refuseFinal(id: string, states: readonly { id: string; state: LineState }[]): void {
  const line = states.find((candidate) => candidate.id === id);
  if (line && canCancel(line.state)) return;
  const message = line
    ? `A line item that is ${line.state} cannot be cancelled.`
    : 'The pre-order has no such line item.';
  throw new AppError('line_not_cancellable', message, { data: { line: id, state: line?.state ?? null } });
}

/**
 * Cancels the line items of the link, then marks it as used. In this order, because cancelling is idempotent. A used link
 * changes nothing.
 */
export async function useCancelLink(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  link: LinkOf<'cancel'>,
): Promise<Cancelled> {
  if (link.used) return { lineIds: [], amount: 0, kept: 0 };
  const { storeId, preorderId } = link;
  const cancelled = await cancelLines(deps, { storeId, preorderId, ...link.detail });
  await markUsed(deps.db, link);
  return cancelled;
}
