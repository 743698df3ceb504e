import { toDecimal } from '../../domain/money.ts';
import type { Sql } from '../../platform/db.ts';
import { listPreorders, type Preorder, type PreorderFilter, type PreorderLine } from './queries.ts';

/** One row per line item. Amounts are decimals, times are UTC, days are in the store's time zone. */
export type ExportRow = Record<(typeof EXPORT_COLUMNS)[number], string>;

/** The columns in their order in the file. */
export const EXPORT_COLUMNS = [
  'reference',
  'placed_at',
  'preorder_state',
  'line',
  'line_id',
  'line_state',
  'cancelled_at',
  'product_id',
  'product',
  'variant_id',
  'variant',
  'sku',
  'ships_from',
  'ships_until',
  'currency',
  'unit_price',
  'shipping',
  'tax',
  'total',
  'paid',
  'refunded',
  'email',
  'first_name',
  'last_name',
  'line1',
  'line2',
  'city',
  'region',
  'postal_code',
  'country',
  'phone',
  'marketing_consent',
  'language',
  'properties',
  'waitlist_id',
  // Add new columns at the end: merchants' spreadsheets refer to columns by position.
  'payment_plan',
  'discount_code',
  'discount',
  'due_now',
  'marketing_text',
  'marketing_decided_at',
  'marketing_by',
] as const;

// Small enough for memory, large enough that round trips do not matter.
const PAGE = 500;

/**
 * Yields the rows of all pre-orders that match the filter, page by page, newest pre-orders first. With a state these are the line
 * items that are in it.
 */
export async function* exportRows(sql: Sql, storeId: string, filter: PreorderFilter): AsyncGenerator<ExportRow[]> {
  let after: string | undefined;
  for (;;) {
    const preorders = await listPreorders(sql, storeId, { ...filter, after, limit: PAGE });
    if (preorders.length > 0) yield preorders.flatMap((preorder) => rowsOf(preorder, filter));
    if (preorders.length < PAGE) return;
    after = preorders.at(-1)?.reference;
  }
}

function rowsOf(preorder: Preorder, { state }: PreorderFilter): ExportRow[] {
  const lines = state === undefined ? preorder.lines : preorder.lines.filter((line) => line.state === state);
  return lines.map((line) => row(preorder, line));
}

function row(preorder: Preorder, line: PreorderLine): ExportRow {
  const decimal = (amount: number) => toDecimal(amount, preorder.currency);
  const { email = '', address = {} } = preorder.contact ?? {};
  return {
    reference: preorder.reference,
    placed_at: preorder.placedAt.toISOString(),
    preorder_state: preorder.state,
    line: String(line.number),
    line_id: line.id,
    line_state: line.state,
    cancelled_at: line.cancelledAt?.toISOString() ?? '',
    product_id: preorder.productExternalId,
    product: preorder.productTitle,
    variant_id: line.variantExternalId,
    variant: line.variantTitle,
    sku: line.sku,
    ships_from: line.promise.from,
    ships_until: line.promise.until,
    currency: preorder.currency,
    unit_price: decimal(line.unitPrice),
    shipping: decimal(line.shipping),
    tax: decimal(line.tax),
    total: decimal(line.total),
    paid: decimal(line.paid),
    refunded: decimal(line.refunded),
    email,
    first_name: address.firstName ?? '',
    last_name: address.lastName ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    city: address.city ?? '',
    region: address.region ?? '',
    postal_code: address.postalCode ?? '',
    country: address.country ?? '',
    phone: address.phoneNumber ?? '',
    marketing_consent: preorder.marketingConsent ? 'yes' : 'no',
    language: preorder.locale,
    properties: line.properties === null ? '' : JSON.stringify(line.properties),
    waitlist_id: preorder.waitlistId,
    payment_plan: preorder.paymentPlan,
    discount_code: preorder.discountCode ?? '',
    discount: decimal(line.discount),
    due_now: decimal(line.dueNow),
    marketing_text: preorder.marketing?.text ?? '',
    marketing_decided_at: preorder.marketing ? new Date(preorder.marketing.decidedAt).toISOString() : '',
    marketing_by: preorder.marketing?.by ?? '',
  };
}
