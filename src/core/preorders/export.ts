import { toDecimal } from '../../domain/money.ts';
import { SHOPPER_COLUMNS } from '../../domain/shopper-columns.ts';
import { trackingLink } from '../../domain/tracking.ts';
import type { Sql } from '../../platform/db.ts';
import { type Fulfilment, readFulfilments } from './queries/fulfilments.ts';
import { listPreorders, type PreorderFilter } from './queries/list.ts';
import type { Preorder, PreorderLine } from './queries.ts';

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
  ...SHOPPER_COLUMNS,
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
  // The window it was sold with; `ships_from` and `ships_until` are the one that holds now.
  'promised_from',
  'promised_until',
  'batch',
  'batch_id',
  'released_at',
  'parcel',
  'carrier',
  'tracking_number',
  'tracking_link',
  'sent_at',
  'delivered_at',
] as const;

// Small enough for memory, large enough that round trips do not matter.
const PAGE = 500;

/**
 * Yields the rows of all pre-orders that match the filter, page by page, newest pre-orders first. With a state,
 * a delivery or a variant these are the line items that are like that.
 */
export async function* exportRows(sql: Sql, storeId: string, filter: PreorderFilter): AsyncGenerator<ExportRow[]> {
  let after: string | undefined;
  for (;;) {
    const preorders = await listPreorders(sql, storeId, { ...filter, after, limit: PAGE });
    const ids = preorders.map(({ id }) => id);
    if (ids.length > 0) yield rowsOf(preorders, await readFulfilments(sql, storeId, ids), filter);
    if (preorders.length < PAGE) return;
    after = preorders.at(-1)?.reference;
  }
}

function rowsOf(preorders: readonly Preorder[], parcels: readonly Fulfilment[], filter: PreorderFilter): ExportRow[] {
  const parcelOf = new Map(parcels.flatMap((parcel) => parcel.lineIds.map((id) => [id, parcel])));
  return preorders.flatMap((preorder) => {
    return preorder.lines
      .filter(isMeantBy(filter))
      .map((line) => ({ ...row(preorder, line), ...wayOf(line, parcelOf.get(line.id)) }));
  });
}

const isMeantBy =
  ({ state, batchId, variantId }: PreorderFilter) =>
  (line: PreorderLine): boolean =>
    (state ?? line.state) === line.state &&
    (batchId ?? line.batchId) === line.batchId &&
    (variantId ?? line.variantId) === line.variantId;

type WayColumn =
  | 'batch'
  | 'batch_id'
  | 'released_at'
  | 'parcel'
  | 'carrier'
  | 'tracking_number'
  | 'tracking_link'
  | 'sent_at'
  | 'delivered_at';

/** Returns what is known of the line item's way: the delivery that brings it to the store, and the parcel that takes it on. */
function wayOf(line: PreorderLine, parcel: Fulfilment | undefined): Pick<ExportRow, WayColumn> {
  return {
    batch: String(line.batch),
    batch_id: line.batchId,
    released_at: line.releasedAt?.toISOString() ?? '',
    parcel: parcel ? String(parcel.number) : '',
    carrier: parcel?.tracking.carrier ?? '',
    tracking_number: parcel?.tracking.number ?? '',
    tracking_link: parcel ? trackingLink(parcel.tracking) : '',
    sent_at: line.fulfilledAt?.toISOString() ?? '',
    delivered_at: parcel?.deliveredAt?.toISOString() ?? '',
  };
}

function row(preorder: Preorder, line: PreorderLine): Omit<ExportRow, WayColumn> {
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
    ships_from: line.promisedNow.from,
    ships_until: line.promisedNow.until,
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
    promised_from: line.promise.from,
    promised_until: line.promise.until,
  };
}
