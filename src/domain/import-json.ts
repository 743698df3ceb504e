import { type ImportItem, type ImportKind, keyOfRow, type PreorderCells, UNCLEAR_DISCOUNT } from './import-file.ts';
import { plainDecimal, splitByWeight } from './money.ts';

type Fields = Record<string, unknown>;

/**
 * Reads a pre-order or waitlist in the shape in which the private API of the hosted service lists it (docs/guides/moving-in.md).
 * A pre-order with several line items becomes one for each, because a pre-order here is of one variant. Nothing is checked
 * here: what is missing or wrong is refused row by row.
 */
export function itemsOfJson(kind: ImportKind, number: number, value: unknown): ImportItem[] {
  const given = fieldsOf(value);
  return kind === 'preorders' ? preordersOf(given, number) : [waitlistOf(given, number)];
}

function preordersOf(order: Fields, number: number): ImportItem[] {
  const lines = listOf(order.line_items);
  const reference = textOf(order.reference) || textOf(order.order_number) || textOf(order.id);
  const whole = wholeOf(order);
  if (lines.length === 0) return [preorder(number, { ...whole, reference })];
  const costs = lines.map((line) => costOf(line) ?? (isTrue(line.cancelled) ? 0n : null));
  const { shipping, discounts } = besidesOf(order, lines, costs);
  // The first line item that goes on carries it.
  const first = lines.findIndex((line) => !isTrue(line.cancelled));
  return lines.map((line, index) =>
    preorder(number, {
      ...whole,
      ...lineOf(line),
      reference,
      ...(lines.length > 1 && { line: textOf(line.id) || `${index + 1}` }),
      // Of an order that does not say what all of it costs, no line item can come in.
      ...(costs.includes(null) && { price: '' }),
      shipping: index === Math.max(0, first) ? shipping : '',
      order_discount: discounts[index] ?? '',
      state: stateOf(order, line),
    }),
  );
}

/** Returns what a line item costs: what it says, else from the price of one unit. Null where it says neither in a way that can be read. */
function costOf(line: Fields): bigint | null {
  if (textOf(line.total) !== '') return partsOf(line.total);
  const [price, units] = [partsOf(line.unit_price), unitsOf(line)];
  return price === null || units === 0n ? null : price * units - (partsOf(line.total_discount) ?? 0n);
}

type Costs = readonly (bigint | null)[];
type Besides = { shipping: string; discounts: readonly string[] };

/**
 * Returns what the order costs beyond its line items, which is delivery; or where it costs less than they do, the share of each in a
 * discount of the whole order. What cannot be read stays as it is: then the row is refused with it.
 */
function besidesOf(order: Fields, lines: readonly Fields[], costs: Costs): Besides {
  const total = partsOf(order.total_price);
  if (total === null) return { shipping: textOf(order.total_price), discounts: [] };
  const beyond = total - sumOf(costs);
  if (beyond >= 0n) return { shipping: beyond > 0n ? decimal(beyond) : '', discounts: [] };
  if (costs.includes(null)) return { shipping: '', discounts: [] };
  const goingOn = sumOf(costs.filter((_, index) => !isTrue(lines[index]?.cancelled)));
  if (total === goingOn) return { shipping: '', discounts: [] };
  // The file does not say whether the order still counts what was cancelled.
  if (goingOn !== sumOf(costs)) return { shipping: '', discounts: costs.map(() => UNCLEAR_DISCOUNT) };
  const unit = unitOf([
    order.total_price,
    ...lines.flatMap((line) => [line.total, line.unit_price, line.total_discount]),
  ]);
  const shares = splitByWeight(
    Number(-beyond / unit),
    costs.map((cost) => Number((cost ?? 0n) / unit)),
  );
  return { shipping: '', discounts: shares.map((share) => (share > 0 ? decimal(BigInt(share) * unit) : '')) };
}

const sumOf = (costs: Costs) => costs.reduce((sum: bigint, cost) => sum + (cost ?? 0n), 0n);

/** Returns the smallest unit in which the amounts are written, such as a hundredth, so that their currency has all shares. */
function unitOf(amounts: readonly unknown[]): bigint {
  const digits = amounts.map((amount) => plainDecimal(textOf(amount))?.split('.')[1]?.length ?? 0);
  return 10n ** BigInt(DIGITS - Math.min(DIGITS, Math.max(...digits)));
}

function preorder(line: number, cells: PreorderCells): ImportItem {
  const filled = said(cells);
  return { kind: 'preorders', line, key: keyOfRow(filled), cells: filled };
}

function wholeOf(order: Fields): PreorderCells {
  const customer = fieldsOf(order.customer);
  const address = fieldsOf(order.shipping_address);
  return {
    placed_at: textOf(order.placed_at) || textOf(order.created_at),
    email: textOf(customer.email) || textOf(order.email),
    first_name: textOf(address.first_name),
    last_name: textOf(address.last_name),
    line1: textOf(address.address1),
    line2: textOf(address.address2),
    city: textOf(address.city),
    region: textOf(address.province_code) || textOf(address.province) || textOf(address.state),
    postal_code: textOf(address.postal_code) || textOf(address.zip),
    country: textOf(address.country_code) || textOf(address.country),
    phone: textOf(address.phone) || textOf(address.phone_number),
    currency: textOf(order.currency),
  };
}

function lineOf(line: Fields): PreorderCells {
  const discount = partsOf(line.total_discount);
  return {
    product: textOf(line.product_id),
    variant: textOf(line.variant_id) || textOf(line.sku),
    waitlist: textOf(line.waitlist_id),
    quantity: textOf(line.quantity) || '1',
    price: textOf(line.unit_price) || unitPriceOf(line),
    discount: discount === null ? textOf(line.total_discount) : discount > 0n ? decimal(discount) : '',
    ships_from: textOf(line.earliest_ship_date),
    ships_until: textOf(line.latest_ship_date),
  };
}

/** What is cancelled, or was handed over to the store's own system, needs nothing here. */
function stateOf(order: Fields, line: Fields): string {
  const isCancelled = CANCELLED.test(textOf(order.state) || textOf(order.status));
  if (textOf(order.cancelled_at) !== '' || isCancelled || isTrue(order.cancelled) || isTrue(line.cancelled))
    return 'cancelled';
  const exported = listOf(order.exported_orders).flatMap(({ line_items: lines }) => listOf(lines));
  const isExported = exported.some(({ id }) => textOf(id) !== '' && textOf(id) === textOf(line.id));
  return textOf(line.shopify_line_item_id) !== '' || isExported ? 'exported' : 'open';
}

function waitlistOf(waitlist: Fields, line: number): ImportItem {
  const availability = fieldsOf(waitlist.availability);
  const product = fieldsOf(availability.product);
  const variants = listOf(availability.variants);
  // Units may be given for the product alone; of several variants they are for all of them together.
  const ofProduct = variants.length > 1 ? '' : textOf(product.buy_size);
  const cells = said({
    reference: textOf(waitlist.id),
    product: textOf(product.product_id) || textOf(product.id) || textOf(fieldsOf(waitlist.product).id),
    ships_from: textOf(waitlist.earliest_ship_date),
    ships_until: textOf(waitlist.latest_ship_date),
    launches_at: textOf(waitlist.launch_date),
  });
  const offered = (variants.length === 0 ? [{}] : variants).map((variant: Fields) => ({
    variant: textOf(variant.variant_id) || textOf(variant.sku),
    units: textOf(variant.buy_size) || ofProduct,
    price: '',
  }));
  return { kind: 'waitlists', line, key: keyOfRow(cells), cells: { ...cells, variants: offered } };
}

/** Without what is empty: that says nothing, as in a CSV. */
const said = (cells: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' && Number.isFinite(value) ? `${value}` : '';
const isTrue = (value: unknown): boolean => value === true || /^(?:true|yes|1)$/i.test(textOf(value));
const CANCELLED = /^cancell?ed$/i;
// Amounts are added here in ten-thousandths: binary fractions would add digits, and no currency has more than four.
const DIGITS = 4;
/** Returns null where there is no amount, or none that can be read. */
const partsOf = (value: unknown): bigint | null => {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,4})0*)?$/.exec(plainDecimal(textOf(value)) ?? '') ?? [];
  return whole === undefined ? null : BigInt(`${whole}${fraction.padEnd(DIGITS, '0')}`);
};
const decimal = (parts: bigint): string => {
  const text = `${parts}`.padStart(DIGITS + 1, '0');
  return `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)}`;
};
const unitsOf = (line: Fields): bigint => {
  const quantity = textOf(line.quantity) || '1';
  return /^[1-9]\d{0,3}$/.test(quantity) ? BigInt(quantity) : 0n;
};
/** Returns nothing where the units do not cost the same: then the price is refused as missing. */
function unitPriceOf(line: Fields): string {
  const [total, units] = [partsOf(line.total), unitsOf(line)];
  if (total === null) return '';
  const parts = total + (partsOf(line.total_discount) ?? 0n);
  return units > 0n && parts % units === 0n ? decimal(parts / units) : '';
}
