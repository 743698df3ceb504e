import type { LineQuote, Quote } from './checkout.ts';
import { quoteLines, taxIsIncluded } from './checkout.ts';
import { AppError } from './error.ts';
import type { PreorderCells } from './import-file.ts';
import { type Minor, parseTypedMoney } from './money.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { because } from './refusal.ts';
import type { ShipWindow } from './ship-window.ts';
import { parseDayIn, parseMoment } from './store-time.ts';

/** What the import says of rows that do not say what was paid. Null: they are refused. */
export type AssumedPaid = 'all' | 'none' | null;

export type ImportTerms = {
  currency: string;
  timeZone: string;
  pricesIncludeTax: boolean;
  paid: AssumedPaid;
  now: Date;
};

/** A pre-order that was placed elsewhere, as a row tells it. */
export type ForeignPreorder = {
  placedAt: Date;
  product: string | null;
  variant: string;
  waitlist: string | null;
  quantity: number;
  unitPrice: Minor;
  quote: Quote;
  lines: LineQuote[];
  /** What was paid elsewhere is what is due until the release. */
  plan: PaymentPlan;
  shipWindow: ShipWindow | null;
};

// The most line items of a pre-order.
const QUANTITY_MAX = 50;

/** A row that needs nothing here. */
const OVER_ELSEWHERE: readonly string[] = ['cancelled', 'exported', 'sent', 'fulfilled', 'refunded', 'returned'];

/** Returns true when what the row tells is over: there is nothing to bring in. Throws `invalid_parameter` for an unknown state. */
export function isOverElsewhere({ state = 'open' }: PreorderCells): boolean {
  const word = state.toLowerCase();
  if (OVER_ELSEWHERE.includes(word)) return true;
  if (word === 'open' || word === 'placed') return false;
  const words = ['open', ...OVER_ELSEWHERE].join(', ');
  throw invalid(
    'state',
    `“${state.slice(0, 40)}” is no state. There are: ${words}.`,
    because('unknown_state', { text: state.slice(0, 40), states: words }),
  );
}

/** Reads a row. Throws `missing_parameter` or `invalid_parameter` with the column. */
export function readPreorder(cells: PreorderCells, terms: ImportTerms): ForeignPreorder {
  const { currency } = terms;
  if (!cells.reference) throw missing('reference', 'Without what it is called elsewhere it would come in twice.');
  if (!cells.variant) throw missing('variant', 'Which variant was ordered is missing.');
  if (cells.currency !== undefined && cells.currency.toUpperCase() !== currency) {
    throw invalid('currency', `The store takes ${currency} alone.`, because('currency_of_store', { currency }));
  }
  const quantity = quantityOf(cells);
  const money = (column: 'price' | 'discount' | 'shipping' | 'tax') =>
    cells[column] === undefined ? 0 : parseTypedMoney(cells[column], currency, column);
  if (cells.price === undefined) throw missing('price', 'The price of one unit is missing.');
  const unitPrice = money('price');
  const [discount, shipping, tax] = [money('discount'), money('shipping'), money('tax')];
  const subtotal = unitPrice * quantity;
  if (discount > subtotal)
    throw invalid('discount', 'The discount is more than the goods cost.', because('discount_above_goods'));
  const base = subtotal - discount + shipping;
  const total = terms.pricesIncludeTax ? base : base + tax;
  if (terms.pricesIncludeTax && tax > total)
    throw invalid('tax', 'The tax is more than the whole.', because('tax_above_total'));
  const paid = paidOf(cells, terms, total);
  const quote = { subtotal, discount, shipping, tax, total, dueNow: paid };
  return {
    placedAt: placedAtOf(cells, terms),
    product: cells.product ?? null,
    variant: cells.variant,
    waitlist: cells.waitlist ?? null,
    quantity,
    unitPrice,
    quote,
    lines: linesOf(quote, { unitPrice, quantity }),
    plan: paid === total ? 'pay_now' : paid === 0 ? 'pay_later' : 'deposit',
    shipWindow: windowOf(cells, terms),
  };
}

function linesOf(quote: Quote, goods: { unitPrice: Minor; quantity: number }): LineQuote[] {
  const lines = quoteLines(quote, goods);
  // Of odd cents a line item may have more tax than price. Then the sums are right, and the lines are not.
  if (lines.every(({ total, dueNow }) => total >= 0 && dueNow <= total)) return lines;
  throw invalid('discount', 'The amounts cannot be shared among the units.', because('amounts_not_shared'));
}

function quantityOf({ quantity = '1' }: PreorderCells): number {
  const number = /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0;
  if (number >= 1 && number <= QUANTITY_MAX) return number;
  throw invalid(
    'quantity',
    `A pre-order has 1 to ${QUANTITY_MAX} units.`,
    because('bounds', { min: 1, max: QUANTITY_MAX }),
  );
}

function paidOf({ paid }: PreorderCells, { currency, paid: assumed }: ImportTerms, total: Minor): Minor {
  if (paid === undefined && assumed === null) {
    throw missing('paid', 'What was paid is missing. Say for the whole file whether all or nothing was paid.');
  }
  if (paid === undefined) return assumed === 'all' ? total : 0;
  const amount = parseTypedMoney(paid, currency, 'paid');
  if (amount > total) throw invalid('paid', 'More was paid than it costs.', because('more_paid'));
  return amount;
}

function placedAtOf({ placed_at: at }: PreorderCells, { timeZone, now }: ImportTerms): Date {
  if (at === undefined) throw missing('placed_at', 'When it was placed is missing: it gives the place in the queue.');
  const placedAt = parseMoment(at, timeZone, 'placed_at');
  if (placedAt <= now) return placedAt;
  throw invalid('placed_at', 'It was placed in the future.', because('in_future'));
}

function windowOf(
  { ships_from: from, ships_until: until }: PreorderCells,
  { timeZone }: ImportTerms,
): ShipWindow | null {
  if (from === undefined && until === undefined) return null;
  if (from === undefined) throw missing('ships_from', 'A ship window has two days.', because('needs_two_days'));
  if (until === undefined) throw missing('ships_until', 'A ship window has two days.', because('needs_two_days'));
  const window = {
    from: parseDayIn(from, timeZone, 'ships_from'),
    until: parseDayIn(until, timeZone, 'ships_until'),
  };
  if (window.from <= window.until) return window;
  throw invalid('ships_until', 'The ship window ends before it begins.', because('begins_after_end'));
}

/** True when the row's prices have the tax inside, as the store's do. */
export const hasTaxInside = ({ quote }: ForeignPreorder, setting: boolean): boolean => taxIsIncluded(quote, setting);

const missing = (param: string, message: string, why: Why = because('missing')) =>
  new AppError('missing_parameter', message, { param, ...why });
const invalid = (param: string, message: string, why: Why) =>
  new AppError('invalid_parameter', message, { param, ...why });
type Why = ReturnType<typeof because>;

/** A delivery of a waitlist that could give a row its units. */
export type Supply = {
  waitlistId: string;
  batchId: string;
  promiseId: string;
  window: ShipWindow;
  allocated: number;
  /** Held, sold, or taken by earlier rows. */
  taken: number;
};

export type Choice =
  | { kind: 'takes'; from: Supply; raisedBy: number }
  /** No delivery has the promised days, so one is added. */
  | { kind: 'adds'; window: ShipWindow };

/**
 * Chooses the delivery that gives the units: one with the days that were promised. Without `raises`, a row that no delivery has
 * the units for is refused. Throws `batch_not_found`, or `sold_out` with what is left. `supplies` are those of one waitlist, in
 * their order.
 */
export function chooseSupply(
  { quantity, shipWindow }: Pick<ForeignPreorder, 'quantity' | 'shipWindow'>,
  supplies: readonly Supply[],
  raises: boolean,
): Choice {
  const fitting = supplies.filter(
    ({ window }) => shipWindow === null || (window.from === shipWindow.from && window.until === shipWindow.until),
  );
  const enough = fitting.find(({ allocated, taken }) => allocated - taken >= quantity);
  if (enough) return { kind: 'takes', from: enough, raisedBy: 0 };
  const [first] = fitting;
  if (!first) {
    if (raises && shipWindow) return { kind: 'adds', window: shipWindow };
    const message = 'The waitlist has no delivery with the days that were promised.';
    throw new AppError('batch_not_found', message, { param: 'ships_from', ...because('no_delivery') });
  }
  const left = Math.max(0, first.allocated - first.taken);
  if (raises) return { kind: 'takes', from: first, raisedBy: quantity - (first.allocated - first.taken) };
  throw new AppError('sold_out', `The delivery has ${left} units left, and the row needs ${quantity}.`, {
    param: 'quantity',
    data: { ...because('too_few_units').data, left, needed: quantity },
  });
}
