import type { MarketingEvidence } from '../../core/checkouts/marketing.ts';
import type { Fulfilment } from '../../core/preorders/queries/fulfilments.ts';
import type { Preorder, PreorderLine } from '../../core/preorders/queries.ts';
import { AppError } from '../../domain/error.ts';
import { toDecimal } from '../../domain/money.ts';
import { trackingLink } from '../../domain/tracking.ts';
import type { AdminFulfilment, AdminPreorder } from '../../protocol/schema/admin-api/preorders.ts';

export function preorderJson(preorder: Preorder): AdminPreorder {
  const decimal = (amount: number) => toDecimal(amount, preorder.currency);
  return {
    id: preorder.id,
    reference: preorder.reference,
    state: preorder.state,
    placed_at: preorder.placedAt.toISOString(),
    updated_at: preorder.updatedAt.toISOString(),
    waitlist_id: preorder.waitlistId,
    product: { id: preorder.productExternalId, title: preorder.productTitle },
    contact: preorder.contact,
    customer: preorder.customerKey,
    locale: preorder.locale,
    currency: preorder.currency,
    payment_plan: preorder.paymentPlan,
    deposit_refundable: preorder.depositRefundable,
    subtotal: decimal(preorder.subtotal),
    discount: decimal(preorder.discount),
    discount_code: preorder.discountCode,
    shipping: decimal(preorder.shipping),
    tax: decimal(preorder.tax),
    total: decimal(preorder.total),
    due_now: decimal(preorder.dueNow),
    paid: decimal(sum(preorder, 'paid')),
    refunded: decimal(sum(preorder, 'refunded')),
    prices_include_tax: preorder.pricesIncludeTax,
    ...marketingJson(preorder),
    consent_text: preorder.consentText,
    lines: preorder.lines.map((line) => lineJson(line, decimal)),
  };
}

function lineJson(line: PreorderLine, decimal: (amount: number) => string): AdminPreorder['lines'][number] {
  return {
    id: line.id,
    number: line.number,
    state: line.state,
    variant: { id: line.variantExternalId, title: line.variantTitle, sku: line.sku },
    image_url: line.imageUrl,
    batch_id: line.batchId,
    ship_window: line.promise,
    ship_window_now: line.promisedNow,
    unit_price: decimal(line.unitPrice),
    shipping: decimal(line.shipping),
    tax: decimal(line.tax),
    discount: decimal(line.discount),
    total: decimal(line.total),
    due_now: decimal(line.dueNow),
    paid: decimal(line.paid),
    refunded: decimal(line.refunded),
    kept: decimal(line.kept),
    given_back: decimal(line.givenBack),
    properties: line.properties,
    released_at: line.releasedAt?.toISOString() ?? null,
    sent_at: line.fulfilledAt?.toISOString() ?? null,
    returned_at: line.returnedAt?.toISOString() ?? null,
    cancelled_at: line.cancelledAt?.toISOString() ?? null,
    cancel_reason: line.cancelReason,
  };
}

/** Returns the shopper's decision about marketing, and the evidence for it. */
export function marketingJson({
  marketingConsent,
  marketing,
}: {
  marketingConsent: boolean;
  marketing: MarketingEvidence | null;
}) {
  return {
    marketing_consent: marketingConsent,
    marketing_text: marketing?.text ?? null,
    marketing_decided_at: marketing && new Date(marketing.decidedAt).toISOString(),
    marketing_by: marketing?.by ?? null,
  };
}

export function fulfilmentJson(
  { number, lineIds, tracking, sentAt, deliveredAt }: Fulfilment,
  { lines }: Preorder,
): AdminFulfilment {
  return {
    number,
    lines: lines.filter(({ id }) => lineIds.includes(id)).map((line) => line.number),
    carrier: tracking.carrier,
    tracking_number: tracking.number,
    tracking_link: trackingLink(tracking),
    sent_at: sentAt.toISOString(),
    delivered_at: deliveredAt?.toISOString() ?? null,
  };
}

function sum(preorder: Preorder, column: 'paid' | 'refunded' | 'kept'): number {
  return preorder.lines.reduce((total, line) => total + line[column], 0);
}

/** Finds a line item by its number in the pre-order, and returns its id. Throws `invalid_parameter`. */
export function lineByNumber(preorder: Preorder, given: string | number): string {
  const line = preorder.lines.find(({ number }) => String(number) === String(given));
  if (line) return line.id;
  const message = `${preorder.reference} has no line item ${String(given).slice(0, 20)}; they are numbered 1 to ${preorder.lines.length}.`;
  throw new AppError('invalid_parameter', message, { param: 'line' });
}
