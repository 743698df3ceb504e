import type { LineQuote, Quote } from './checkout.ts';
import { quoteLines, taxIsIncluded } from './checkout.ts';
import { AppError } from './error.ts';
import { dayInFile, type FileDates, momentInFile } from './file-date.ts';
import { type PreorderCells, UNCLEAR_DISCOUNT } from './import-file.ts';
import { type Minor, parseTypedMoney } from './money.ts';
import type { PaymentPlan } from './payment-plan.ts';
import { because } from './refusal.ts';
import { makeFields } from './refuse-all.ts';
import { refuseRounded } from './rounded.ts';
import type { ShipWindow } from './ship-window.ts';

/** What the import says of rows that do not say what was paid. Null: they are refused. */
export type AssumedPaid = 'all' | 'none' | null;

export type ImportTerms = FileDates & {
  currency: string;
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

/** Returns true when what the row tells is over: there is nothing to bring in. */
export function isOverElsewhere({ state = '' }: PreorderCells): boolean {
  return OVER_ELSEWHERE.includes(state.toLowerCase());
}

function checkState({ state = 'open' }: PreorderCells): void {
  if (/^(?:open|placed)$/i.test(state)) return;
  const words = ['open', ...OVER_ELSEWHERE].join(', ');
  throw invalid(
    'state',
    `“${state.slice(0, 40)}” is no state. There are: ${words}.`,
    because('unknown_state', { text: state.slice(0, 40), states: words }),
  );
}

/** Reads a row. Throws `missing_parameter` or `invalid_parameter` with the columns: all that is wrong with its cells at once. */
export function readPreorder(cells: PreorderCells, terms: ImportTerms): ForeignPreorder {
  const { variant, quantity, placedAt, shipWindow, ...amounts } = readCells(cells, terms);
  const { unitPrice, ...costs } = costsOf(amounts, quantity, terms);
  const paid = paidOf(amounts.paid, terms, costs.total);
  const quote = { ...costs, dueNow: paid };
  return {
    placedAt,
    product: cells.product ?? null,
    variant,
    waitlist: cells.waitlist ?? null,
    quantity,
    unitPrice,
    quote,
    lines: linesOf(quote, { unitPrice, quantity }),
    plan: paid === quote.total ? 'pay_now' : paid === 0 ? 'pay_later' : 'deposit',
    shipWindow,
  };
}

function readCells(cells: PreorderCells, terms: ImportTerms) {
  const money = (column: 'price' | 'discount' | 'order_discount' | 'shipping' | 'tax') =>
    cells[column] === undefined ? 0 : parseTypedMoney(cells[column], terms.currency, column);
  const required = (column: 'reference' | 'variant' | 'price', message: string) => {
    if (!cells[column]) throw missing(column, message);
    return cells[column];
  };
  return makeFields({
    state: () => checkState(cells),
    ids: () => refuseRounded(cells, ['reference', 'product', 'variant', 'waitlist']),
    reference: () => required('reference', 'Without what it is called elsewhere it would come in twice.'),
    variant: () => required('variant', 'Which variant was ordered is missing.'),
    currency: () => checkCurrency(cells, terms),
    quantity: () => quantityOf(cells),
    unitPrice: () => {
      required('price', 'The price of one unit is missing.');
      return money('price');
    },
    discount: () => {
      checkDiscount(cells);
      return money('discount') + money('order_discount');
    },
    shipping: () => money('shipping'),
    tax: () => money('tax'),
    paid: () => paidIn(cells, terms),
    placedAt: () => placedAtOf(cells, terms),
    shipWindow: () => windowOf(cells, terms),
  });
}

function checkCurrency({ currency: given }: PreorderCells, { currency }: ImportTerms): void {
  if (given === undefined || given.toUpperCase() === currency) return;
  throw invalid('currency', `The store takes ${currency} alone.`, because('currency_of_store', { currency }));
}

function checkDiscount({ order_discount: discount }: PreorderCells): void {
  if (discount !== UNCLEAR_DISCOUNT) return;
  const message =
    'The order costs less than its line items, of which some are cancelled. Say in a CSV what each costs.';
  throw invalid('discount', message, because('order_price_unclear'));
}

type Amounts = Record<'unitPrice' | 'discount' | 'shipping' | 'tax', Minor>;
type Costs = Omit<Quote, 'dueNow'> & { unitPrice: Minor };

function costsOf(amounts: Amounts, quantity: number, { pricesIncludeTax }: ImportTerms): Costs {
  const { unitPrice, discount, shipping, tax } = amounts;
  const subtotal = unitPrice * quantity;
  if (discount > subtotal)
    throw invalid('discount', 'The discount is more than the goods cost.', because('discount_above_goods'));
  const base = subtotal - discount + shipping;
  const total = pricesIncludeTax ? base : base + tax;
  if (pricesIncludeTax && tax > total)
    throw invalid('tax', 'The tax is more than the whole.', because('tax_above_total'));
  return { unitPrice, subtotal, discount, shipping, tax, total };
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

/** Returns what the row says was paid, null where it says nothing. */
function paidIn({ paid }: PreorderCells, { currency, paid: assumed }: ImportTerms): Minor | null {
  if (paid !== undefined) return parseTypedMoney(paid, currency, 'paid');
  if (assumed !== null) return null;
  throw missing('paid', 'What was paid is missing. Say for the whole file whether all or nothing was paid.');
}

function paidOf(said: Minor | null, { paid: assumed }: ImportTerms, total: Minor): Minor {
  const amount = said ?? (assumed === 'all' ? total : 0);
  if (amount <= total) return amount;
  throw invalid('paid', 'More was paid than it costs.', because('more_paid'));
}

function placedAtOf({ placed_at: at }: PreorderCells, terms: ImportTerms): Date {
  if (at === undefined) throw missing('placed_at', 'When it was placed is missing: it gives the place in the queue.');
  const placedAt = momentInFile(at, terms, 'placed_at');
  if (placedAt <= terms.now) return placedAt;
  throw invalid('placed_at', 'It was placed in the future.', because('in_future'));
}

function windowOf({ ships_from: from, ships_until: until }: PreorderCells, terms: ImportTerms): ShipWindow | null {
  if (from === undefined && until === undefined) return null;
  if (from === undefined) throw missing('ships_from', 'A ship window has two days.', because('needs_two_days'));
  if (until === undefined) throw missing('ships_until', 'A ship window has two days.', because('needs_two_days'));
  const window = makeFields({
    from: () => dayInFile(from, terms, 'ships_from'),
    until: () => dayInFile(until, terms, 'ships_until'),
  });
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
