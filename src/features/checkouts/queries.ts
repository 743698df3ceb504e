import type { CheckoutState } from '../../domain/checkout.ts';
import type { PaymentPlan } from '../../domain/payment-plan.ts';
import type { Sql } from '../../platform/db.ts';
import type { CheckoutAddress } from '../../protocol/schema/frame-api.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { LIVE_STATES } from '../payments/queries.ts';
import { inTurn } from '../payments/rounds.ts';

type ExpiredHold = { storeId: string; checkoutId: string };

/** Nothing is being paid for them. */
export async function readExpiredHolds(sql: Sql, limit: number): Promise<ExpiredHold[]> {
  return sql.query(
    `SELECT h.store_id AS "storeId", h.checkout_id AS "checkoutId" FROM hold h
     WHERE h.expires_at <= app_now() AND NOT EXISTS (
       SELECT 1 FROM attempt a WHERE a.store_id = h.store_id AND a.checkout_id = h.checkout_id
       AND a.state IN (${LIVE_STATES}))
     ORDER BY h.expires_at LIMIT $1`,
    [limit],
  );
}

/** Those that somebody began to pay; of each store first the one that was not looked after for longest. */
export async function readExpiredPayments(sql: Sql, limit: number): Promise<(ExpiredHold & { attemptId: string })[]> {
  return sql.query(
    `SELECT h.store_id AS "storeId", h.checkout_id AS "checkoutId", a.id AS "attemptId" FROM hold h
     JOIN attempt a ON a.store_id = h.store_id AND a.checkout_id = h.checkout_id AND a.state IN (${LIVE_STATES})
     WHERE h.expires_at <= app_now()
     ORDER BY ${inTurn('a.updated_at', 'h.store_id')} LIMIT $1`,
    [limit],
  );
}

/** The store, product and variant behind a checkout request, by what the shopper's page knows of them. */
export type OfferKey = { storeId: string; productId: string; variantId: string };
type FoundOffer = OfferKey & {
  /** The payment provider refuses the store's key, so nobody could pay. */
  paymentsBroken: boolean;
};

export async function findOffer(sql: Sql, storeKey: string, variantExternalId: string): Promise<FoundOffer | null> {
  const rows = await sql.query<FoundOffer>(
    `SELECT s.id AS "storeId", v.product_id AS "productId", v.id AS "variantId",
            EXISTS (SELECT 1 FROM payment_account a WHERE a.store_id = s.id AND a.broken_at IS NOT NULL
                      AND a.closed_at IS NULL) AS "paymentsBroken"
     FROM store s JOIN variant v ON v.store_id = s.id WHERE s.public_key = $1 AND v.external_id = $2`,
    [storeKey, variantExternalId],
  );
  return rows[0] ?? null;
}

export type CheckoutRow = {
  id: string;
  storeId: string;
  storeKey: string;
  state: CheckoutState;
  holdMsLeft: number | null;
  variantId: string;
  quantity: number;
  email: string;
  address: CheckoutAddress;
  lineItemProperties: LineItemProperties | null;
  waitlistId: string;
  locale: string;
  storeName: string;
  legalName: string;
  currency: string;
  pricesIncludeTax: boolean;
  subtotal: number;
  discount: number;
  discountCode: string | null;
  shipping: number;
  tax: number;
  total: number;
  dueNow: number;
  paymentPlan: PaymentPlan;
  depositRefundable: boolean;
  shipsFrom: string;
  shipsUntil: string;
  paying: boolean;
  preorderId: string | null;
  reference: string | null;
  lines: { id: string; sku: string; skuId: string; title: string }[];
};

export async function readCheckout(sql: Sql, checkoutId: string): Promise<CheckoutRow | null> {
  const rows = await sql.query<CheckoutRow>(
    `SELECT c.id, c.store_id AS "storeId", s.public_key AS "storeKey", c.state,
            (extract(epoch FROM h.expires_at - app_now()) * 1000)::bigint AS "holdMsLeft",
            v.external_id AS "variantId", c.quantity, k.email, k.address, c.line_item_properties AS "lineItemProperties",
            c.waitlist_id AS "waitlistId", c.locale, s.name AS "storeName", s.legal_name AS "legalName", s.currency,
            s.prices_include_tax AS "pricesIncludeTax", c.subtotal, c.discount, c.discount_code AS "discountCode",
            c.shipping, c.tax, c.total, c.due_now AS "dueNow", c.payment_plan AS "paymentPlan",
            c.deposit_refundable AS "depositRefundable",
            p.ships_from AS "shipsFrom", p.ships_until AS "shipsUntil",
            EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = c.store_id AND a.checkout_id = c.id
                    AND a.state IN ('open', 'cancel_sent')) AS paying,
            o.id AS "preorderId", o.reference,
            coalesce((SELECT json_agg(json_build_object('id', l.id, 'sku', l.sku, 'skuId', l.variant_external_id,
                                                        'title', o.product_title || CASE WHEN l.variant_title = '' THEN '' ELSE ' – ' || l.variant_title END)
                                      ORDER BY l.position)
                      FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id), '[]') AS lines
     FROM checkout c
     JOIN store s ON s.id = c.store_id
     JOIN variant v ON v.store_id = c.store_id AND v.id = c.variant_id
     JOIN promise p ON p.store_id = c.store_id AND p.id = c.promise_id
     JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id
     LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
     LEFT JOIN preorder o ON o.store_id = c.store_id AND o.checkout_id = c.id
     WHERE c.id = $1`,
    [checkoutId],
  );
  return rows[0] ?? null;
}
