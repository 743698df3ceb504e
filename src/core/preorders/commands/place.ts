import { randomBytes } from 'node:crypto';
import { checkoutCanBecome, quoteLines } from '../../../domain/checkout.ts';
import { attemptCanBecome } from '../../../domain/payment.ts';
import { paymentTiming } from '../../../domain/payment-plan.ts';
import { createReference } from '../../../domain/reference.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { consentText, walletConsentText } from '../../checkouts/consent.ts';
import type {
  CounterChange,
  Decided,
  LockedUnit,
  PlaceOutcome,
  PlaceRequest,
  SaleHandler,
} from '../../stock/sale-requests.ts';
import { type Placed, type PlaceRow, writePlaces } from './place-writes.ts';

/**
 * Places pre-orders: an authorised attempt and its hold become a pre-order with its line items, in one transaction with
 * the stock, the stock ledger and the outbox. An attempt whose hold is gone, or whose checkout another attempt has paid,
 * is a surplus.
 */
export const placeHandler: SaleHandler<PlaceRequest, PlaceOutcome> = {
  async read(pipeline, requests) {
    const rows = await pipeline.send<PlaceRow>('place_read', READ, [
      requests.map((request) => request.storeId),
      requests.map((request) => request.attemptId),
    ]);
    return (units) => decidePlaces(new Map(rows.map((row) => [row.attemptId, row])), units, requests);
  },
};

function decidePlaces(
  rows: Map<string, PlaceRow>,
  units: LockedUnit[],
  requests: PlaceRequest[],
): Decided<PlaceOutcome> {
  const placed: Placed[] = [];
  const surplus: PlaceRow[] = [];
  const changes: CounterChange[] = [];
  const outcomes = requests.map((request): PlaceOutcome => {
    const row = rows.get(request.attemptId);
    if (!row || !attemptCanBecome(row.attemptState, 'placed')) return { kind: 'decided' };
    const fits = row.heldQuantity === row.quantity && row.dueNow === row.amount;
    if (!fits || !checkoutCanBecome(row.checkoutState, 'completed')) {
      row.attemptState = 'surplus';
      surplus.push(row);
      return { kind: 'surplus' };
    }
    row.attemptState = 'placed'; // a repeated request in the same batch then gets `decided`
    row.checkoutState = 'completed';
    const preorder = place(row, request);
    placed.push(preorder);
    changes.push(sell(row, units));
    return { kind: 'placed', preorderId: preorder.preorderId, productId: row.productId };
  });
  return { outcomes, changes, write: (pipeline) => writePlaces(pipeline, placed, surplus) };
}

function place(row: PlaceRow, { method, trace = null }: PlaceRequest): Placed {
  const lines = quoteLines(row, row).map((line, position) => ({ ...line, id: newRowId(), position }));
  return {
    row,
    trace,
    preorderId: newRowId(),
    // A constraint keeps references unique. In the rare case of a duplicate the batch fails and is retried with another
    // one.
    reference: createReference(randomBytes(5)),
    consentText: row.agreedByWallet ? walletConsentText(row) : consentText(row),
    lines,
    card: method && paymentTiming(row) !== 'now' ? { ...method, id: newRowId() } : null,
  };
}

function sell(row: PlaceRow, units: LockedUnit[]): CounterChange {
  const { storeId, waitlistId, batchId, variantId, quantity } = row;
  const unit = units.find(
    (candidate) =>
      candidate.storeId === storeId &&
      candidate.waitlistId === waitlistId &&
      candidate.batchId === batchId &&
      candidate.variantId === variantId,
  );
  if (!unit) throw new Error('unit row of a hold not locked');
  unit.held -= quantity;
  unit.sold += quantity;
  const key = { storeId, waitlistId, batchId, variantId };
  return { ...key, held: -quantity, sold: quantity, reason: 'place', sourceId: row.checkoutId };
}

// LATERAL looks each attempt up by its key. With a plain join, a plan from a time when `attempt` was small scanned all
// attempts of a store.
const READ = `
  SELECT app_now() AS now, a.store_id AS "storeId", a.id AS "attemptId", a.state AS "attemptState", a.amount,
         c.id AS "checkoutId", c.state AS "checkoutState", w.product_id AS "productId",
         p.external_id AS "productExternalId", p.title AS "productTitle", c.waitlist_id AS "waitlistId",
         c.batch_id AS "batchId", c.variant_id AS "variantId", v.external_id AS "variantExternalId",
         v.title AS "variantTitle", v.sku, c.promise_id AS "promiseId",
         EXISTS (SELECT 1 FROM promise q WHERE q.store_id = pr.store_id AND q.batch_id = pr.batch_id
                   AND q.version > pr.version) AS "isOutdated", pr.ships_from AS "shipsFrom",
         pr.ships_until AS "shipsUntil", c.quantity, c.customer_key AS "customerKey", c.locale, s.name AS "storeName",
         s.legal_name AS "legalName", s.currency, s.prices_include_tax AS "pricesIncludeTax",
         c.unit_price AS "unitPrice", c.subtotal, c.discount, c.shipping, c.tax,
         c.tax_millionths AS "taxMillionths", c.total, c.due_now AS "dueNow",
         c.payment_plan AS "paymentPlan", c.deposit_refundable AS "depositRefundable",
         c.withdrawal_exclusion AS "withdrawalExclusion", c.terms_by_button AS "termsByButton",
         c.discount_code AS "discountCode", c.line_item_properties AS properties,
         c.marketing_consent AS "marketingConsent", c.agreed_by_wallet AS "agreedByWallet", h.quantity AS "heldQuantity"
  FROM unnest($1::uuid[], $2::uuid[]) AS asked (store_id, attempt_id)
  CROSS JOIN LATERAL (
    SELECT * FROM attempt a WHERE a.store_id = asked.store_id AND a.id = asked.attempt_id LIMIT 1) a
  JOIN checkout c ON c.store_id = a.store_id AND c.id = a.checkout_id
  JOIN store s ON s.id = c.store_id
  JOIN waitlist w ON w.store_id = c.store_id AND w.id = c.waitlist_id
  JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
  JOIN variant v ON v.store_id = c.store_id AND v.id = c.variant_id
  JOIN promise pr ON pr.store_id = c.store_id AND pr.id = c.promise_id
  LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id`;
