import { AppError } from '../../../domain/error.ts';
import { LINE_TRANSITIONS, type LineState } from '../../../domain/preorder.ts';
import { NO_TRACKING } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';
import { readWait, type Wait } from '../../accounts/queries/disputes.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { type ArrivedLine, takeByHand } from '../../stock/commands/arrived-units.ts';
import { type NewFulfilment, writeFulfilment } from './write-fulfilment.ts';

/** A state to which an operator may move a line item: on its way from the queue to the shopper, and back. */
export type Stage = 'released' | 'fulfilled' | 'returned';

const MOMENTS: Record<Stage, string> = {
  released: 'released_at',
  fulfilled: 'fulfilled_at',
  returned: 'returned_at',
};

type AdvanceRequest = {
  storeId: string;
  preorderId: string;
  to: Stage;
  /** Null for every line item that can reach the state. */
  lineIds: readonly string[] | null;
};

const DISPUTED =
  'A bank disputes a payment of this pre-order, or has taken it back: nothing of it is released. Say that it goes on all the same, or cancel it.';

const WITHDRAWN =
  'Somebody withdrew from this pre-order: nothing of it is released until that is undone, settled or refused.';

/**
 * Moves line items on: placed → released → fulfilled → returned. A line item that is in the state already stays there.
 * Resolves with the ids that moved. Throws, and then moves nothing: `invalid_transition` if a named line item cannot reach
 * the state or if none can; `preorder_disputed` for a release while a payment is disputed, `withdrawal_declared` while a withdrawal from
 * it is not dealt with.
 */
export async function advanceLines({ db }: Pick<Deps, 'db'>, request: AdvanceRequest): Promise<string[]> {
  const { storeId, preorderId } = request;
  return db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    return moveLines(tx, request, { key: null, tracking: NO_TRACKING });
  });
}

/** Does what `advanceLines` does, for a caller that has locked the pre-order. Line items that are sent get a `parcel`. */
export async function moveLines(tx: Sql, request: AdvanceRequest, parcel: NewFulfilment): Promise<string[]> {
  const { storeId, preorderId, to } = request;
  const lines = await tx.query<Line>(
    `SELECT id, position + 1 AS number, state, waitlist_id AS "waitlistId", batch_id AS "batchId",
            variant_id AS "variantId", ${REST} > 0 AS owing
     FROM preorder_line l WHERE store_id = $1 AND preorder_id = $2 ORDER BY position`,
    [storeId, preorderId],
  );
  const chosen = choose(lines, request);
  const lineIds = chosen.map(({ id }) => id);
  if (lineIds.length === 0) return [];
  if (to === 'released') refuseWaiting(await readWait(tx, request));
  if (to === 'released') await takeByHand(tx, storeId, chosen);
  await tx.query(
    `UPDATE preorder_line SET state = $3, ${MOMENTS[to]} = app_now() WHERE store_id = $1 AND id = ANY($2::uuid[])`,
    [storeId, lineIds, to],
  );
  const sent = to === 'fulfilled' && {
    fulfilmentId: await writeFulfilment(tx, { storeId, preorderId, lineIds }, parcel),
  };
  await emit(tx, 'lines.moved', { storeId, subjectId: preorderId, detail: { to, lineIds, ...sent } });
  if (to === 'released') await emit(tx, 'money.due', { storeId, subjectId: preorderId }); // the rest is due now
  return lineIds;
}

function refuseWaiting(wait: Wait | null): void {
  if (wait?.withdrawn) throw new AppError('withdrawal_declared', WITHDRAWN);
  if (wait) throw new AppError('preorder_disputed', DISPUTED);
}

type Line = ArrivedLine & {
  number: number;
  state: LineState;
  /** True if not all of it is paid. */
  owing: boolean;
};

function choose(lines: readonly Line[], { to, lineIds }: AdvanceRequest): Line[] {
  const named = lineIds === null ? lines : lines.filter(({ id }) => lineIds.includes(id));
  const open = named.filter(({ state }) => state !== to);
  const able = open.filter((line) => canMove(line, to));
  const stuck = open.find((line) => !canMove(line, to));
  // Without named line items those move that can. It is an error only if none can and none is in the state already.
  const refused = lineIds !== null || (able.length === 0 && open.length === named.length) ? stuck : undefined;
  if (!refused) return able;
  const paid = to === 'fulfilled' && refused.owing ? ' before it is paid' : '';
  const waits = to === 'fulfilled' && refused.state === 'placed';
  const hint = waits ? ' Release it first, by hand or with its batch once that has arrived.' : '';
  const message = `Line item ${refused.number} is ${refused.state}, and cannot become ${to}${paid}.${hint}`;
  throw new AppError('invalid_transition', message, { data: { line: refused.id, state: refused.state } });
}

/** Returns true if the line item can be moved by hand. One that is `payment_due` cannot: its payment moves it back. */
function canMove({ state, owing }: Line, to: Stage): boolean {
  return state !== 'payment_due' && LINE_TRANSITIONS[state].includes(to) && !(to === 'fulfilled' && owing);
}
