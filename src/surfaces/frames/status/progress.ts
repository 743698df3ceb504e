import {
  type Fulfilment,
  type LineOnItsWay,
  readFulfilments,
  readLinesOnTheirWay,
} from '../../../core/preorders/queries/fulfilments.ts';
import type { Preorder, PreorderLine } from '../../../core/preorders/queries.ts';
import { formatDay, type Reader } from '../../../domain/moment.ts';
import { trackingLink } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';
import type { StatusFulfilment, StatusStep } from '../../../protocol/schema/status-api.ts';

/** What is known of a pre-order's way to the shopper beside the pre-order itself. */
export type OnItsWay = { fulfilments: readonly Fulfilment[]; lines: readonly LineOnItsWay[] };

/** Reads how these pre-orders of a store got on. Resolves with a function that says it of each. */
export async function readOnTheirWay(
  sql: Sql,
  storeId: string,
  preorders: readonly Pick<Preorder, 'id'>[],
): Promise<(preorder: Pick<Preorder, 'id'>) => OnItsWay> {
  const ids = preorders.map(({ id }) => id);
  const [fulfilments, lines] = await Promise.all([
    readFulfilments(sql, storeId, ids),
    readLinesOnTheirWay(sql, storeId, ids),
  ]);
  return ({ id }) => ({
    fulfilments: fulfilments.filter(({ preorderId }) => preorderId === id),
    lines: lines.filter(({ preorderId }) => preorderId === id),
  });
}

type Moved = { at: Date; by: StatusStep['by'] };

const STEPS: readonly StatusStep['step'][] = ['placed', 'arrived', 'paid', 'packed', 'sent', 'delivered'];

/** Returns the steps of a line item, or none for a cancelled one. What was paid when it was placed has no step of its own. */
export function progressOf(
  { line, placedAt, way }: { line: PreorderLine; placedAt: Date; way: OnItsWay },
  reader: Reader,
): StatusStep[] {
  if (line.state === 'cancelled') return [];
  const moved = movesOf(line, placedAt, way);
  const steps = STEPS.filter((step) => step !== 'paid' || line.dueNow < line.total);
  const last = line.state === 'returned' ? steps.length - 1 : steps.findLastIndex((step) => moved[step] !== null);
  return steps.map((step, index) => {
    const move = moved[step];
    return {
      step,
      // A parcel on its way was packed, but a store may send what is not paid yet.
      reached: step === 'paid' ? move !== null : index <= last,
      on: move ? formatDay(move.at, reader) : '',
      at: move?.at.toISOString() ?? '',
      by: move?.by ?? null,
    };
  });
}

function movesOf(line: PreorderLine, placedAt: Date, way: OnItsWay): Record<StatusStep['step'], Moved | null> {
  const {
    releasedInTurn = false,
    orderedAt = null,
    paidAt = null,
  } = way.lines.find(({ lineId }) => lineId === line.id) ?? {};
  const deliveredAt = way.fulfilments.find(({ lineIds }) => lineIds.includes(line.id))?.deliveredAt ?? null;
  return {
    placed: { at: placedAt, by: 'shopper' },
    arrived: move(line.releasedAt, releasedInTurn ? 'release' : 'store'),
    paid: move(paidAt, 'payment'),
    packed: move(orderedAt, 'order'),
    sent: move(line.fulfilledAt, 'store'),
    delivered: move(deliveredAt, 'store'),
  };
}

function move(at: Date | null, by: StatusStep['by']): Moved | null {
  return at && { at, by };
}

/**
 * Returns the fulfilments as the reader may see them. Who has the number of a parcel may learn the name on it from the
 * carrier, or send it elsewhere; a masked reader knows only what any script of the store's page was told.
 */
export function viewFulfilments(
  { fulfilments }: OnItsWay,
  { masked, ...reader }: Reader & { masked: boolean },
): StatusFulfilment[] {
  return fulfilments.map(({ number, lineIds, tracking, sentAt, deliveredAt }) => {
    const link = trackingLink(tracking);
    return {
      number,
      lineItemIds: lineIds,
      carrier: tracking.carrier,
      trackingNumber: masked ? '' : tracking.number,
      trackingLink: masked ? '' : link,
      hidden: masked && (tracking.number !== '' || link !== ''),
      sentOn: formatDay(sentAt, reader),
      deliveredOn: deliveredAt === null ? '' : formatDay(deliveredAt, reader),
    };
  });
}
