import { soldTerms } from '../../../core/preorders/commands/swap.ts';
import {
  findLineUnit,
  type LineUnit,
  listSwapOffers,
  readOptionNames,
  type SwapOffer,
} from '../../../core/preorders/queries/swaps.ts';
import { readHeldUntil } from '../../../core/stock/queries/held.ts';
import { AppError } from '../../../domain/error.ts';
import { formatShipWindow } from '../../../domain/ship-window.ts';
import { canSwap, swapDifference, swapLine } from '../../../domain/swap.ts';
import { translate } from '../../../messages/catalogue.ts';
import type { Sql } from '../../../platform/db.ts';
import type { SwapChoice, SwapOption } from '../../../protocol/schema/status-api.ts';
import type { SeenPreorder } from './access.ts';

/**
 * Returns the variants that a line item can be swapped for, with their differences in price, and those of the equal line items
 * that follow it in `lineIds`. Returns none if it cannot be swapped or nothing is on sale. Throws `line_not_found`.
 */
export async function readSwapChoice(
  sql: Sql,
  { preorder, store, session }: SeenPreorder,
  lineIds: readonly string[],
): Promise<SwapChoice> {
  const lines = lineIds.map((lineId) => preorder.lines.find(({ id }) => id === lineId.toLowerCase()));
  const [line, ...equals] = lines.filter((found) => found !== undefined);
  const unit = line && (await findLineUnit(sql, { storeId: store.id, preorderId: preorder.id, lineId: line.id }));
  if (!unit || equals.length + 1 < lines.length)
    throw new AppError('line_not_found', 'The pre-order has no such line item.');
  const offers = canSwap(line.state) ? (await listSwapOffers(sql, unit)).filter(({ open }) => open) : [];
  const position = offers.findIndex(({ own }) => own);
  const terms = soldTerms(preorder, unit);
  const others = offers.filter(({ own }) => !own);
  const heldOf = await readHeld(sql, unit, { offers: others, locale: session.locale });
  const options = others.map((offer) => ({
    variantId: offer.externalId,
    title: offer.title,
    // Within its own batch the line item keeps its current promise.
    ships: formatShipWindow(offer.ships, session.locale, { style: 'long' }),
    moved: offer.batchId !== unit.batchId,
    left: offer.left > 0,
    held: heldOf(offer),
    most: Math.max(0, offer.left),
    values: offer.optionValues,
    ...swapDifference(line, swapLine(line, offer.price, terms)),
    also: equals.map((other) => swapDifference(other, swapLine(other, offer.price, terms))),
  }));
  const own = { values: offers[position]?.optionValues ?? [], position: Math.max(0, position) };
  return { options, names: await readOptionNames(sql, unit), own };
}

type Offered = { offers: readonly SwapOffer[]; locale: string };

/** Returns what is said of a variant whose last units others are paying for, as its button does; null for all others. */
async function readHeld(sql: Sql, { storeId, waitlistId }: LineUnit, { offers, locale }: Offered) {
  const isHeld = ({ left, held }: SwapOffer) => left <= 0 && held > 0;
  const variantIds = offers.filter(isHeld).map(({ variantId }) => variantId);
  const ends = variantIds.length > 0 ? await readHeldUntil(sql, { storeId, waitlistId, variantIds }) : null;
  return (offer: SwapOffer): SwapOption['held'] => {
    if (!isHeld(offer)) return null;
    const until = ends?.get(offer.variantId)?.toISOString() ?? null;
    const text = until ? translate(locale, 'button.held_until', { time: '{time}' }) : translate(locale, 'button.held');
    return { text, until };
  };
}
