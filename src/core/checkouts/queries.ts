import type { CheckoutState } from '../../domain/checkout.ts';
import type { MarketingBox } from '../../domain/marketing.ts';
import type { PaymentPlan } from '../../domain/payment-plan.ts';
import type { WithdrawalExclusion } from '../../domain/withdrawal-period.ts';
import type { Sql } from '../../platform/db.ts';
import type { CheckoutAddress, RelayedEvent } from '../../protocol/schema/frame-api.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { variantOfId } from '../catalog/queries.ts';
import { LIVE_STATES } from '../payments/queries.ts';
import { inTurn } from '../payments/rounds.ts';
import { isOver, timeIsUp } from '../stock/hold-life.ts';

type ExpiredHold = { storeId: string; checkoutId: string };

/** Limits of a look for expired holds: the number in all, the number of one store, and how many of the oldest are read. */
export type Look = { limit: number; storeMax: number; through: number };

/**
 * Reads expired holds without a payment under way, round-robin over the stores and the oldest of each store first. Leaves out
 * the stores in `without`.
 */
export async function readExpiredHolds(
  sql: Sql,
  { limit, storeMax, through }: Look,
  without: readonly string[],
): Promise<ExpiredHold[]> {
  return sql.query(
    `SELECT store_id AS "storeId", checkout_id AS "checkoutId"
     FROM (SELECT store_id, checkout_id, row_number() OVER (PARTITION BY store_id ORDER BY expires_at) AS turn
           FROM (SELECT h.store_id, h.checkout_id, h.expires_at FROM hold h
                 WHERE h.store_id <> ALL ($4::uuid[]) AND ${isOver('h')}
                 ORDER BY h.expires_at LIMIT $3) over) turns
     WHERE turn <= $2 ORDER BY turn LIMIT $1`,
    [limit, storeMax, through, without],
  );
}

/** Returns the ids of these checkouts whose expired holds have not been given back yet. */
export async function stillOver(sql: Sql, storeId: string, checkoutIds: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT h.checkout_id AS id FROM hold h
     WHERE h.store_id = $1 AND h.checkout_id = ANY ($2::uuid[]) AND ${isOver('h')}`,
    [storeId, checkoutIds],
  );
  return rows.map(({ id }) => id);
}

/** Reads expired holds with a payment under way. In each store, the one that was not checked for longest comes first. */
export async function readExpiredPayments(sql: Sql, limit: number): Promise<(ExpiredHold & { attemptId: string })[]> {
  return sql.query(
    `SELECT h.store_id AS "storeId", h.checkout_id AS "checkoutId", a.id AS "attemptId" FROM hold h
     JOIN attempt a ON a.store_id = h.store_id AND a.checkout_id = h.checkout_id AND a.state IN (${LIVE_STATES})
     WHERE ${timeIsUp('h')}
     ORDER BY ${inTurn('a.updated_at', 'h.store_id')} LIMIT $1`,
    [limit],
  );
}

/** The store, product and variant of a checkout request. */
export type OfferKey = { storeId: string; productId: string; variantId: string };
type FoundOffer = OfferKey & {
  /** The payment provider refuses the store's key, so a shopper could not pay. */
  paymentsBroken: boolean;
  productExternalId: string;
  variantExternalId: string;
  /** A waitlist of the product gives way to the shelf, which is empty as far as we know, and a platform can be asked. */
  shelfUnsure: boolean;
  phoneCountries: string[];
  storeName: string;
  marketingBox: MarketingBox;
  /** The store's own text in that language, or null. */
  marketingText: string | null;
};

/** Finds the store, product and variant by the ids that the shopper's page knows. */
export async function findOffer(
  sql: Sql,
  asked: { storeKey: string; variantExternalId: string; language: string },
): Promise<FoundOffer | null> {
  const rows = await sql.query<FoundOffer>(
    `SELECT s.id AS "storeId", v.product_id AS "productId", v.id AS "variantId",
            EXISTS (SELECT 1 FROM payment_account a WHERE a.store_id = s.id AND a.broken_at IS NOT NULL
                      AND a.closed_at IS NULL) AS "paymentsBroken",
            p.external_id AS "productExternalId", v.external_id AS "variantExternalId",
            v.in_stock <= 0 AND EXISTS (SELECT 1 FROM connection c WHERE c.store_id = s.id AND c.dead_at IS NULL)
              AND EXISTS (SELECT 1 FROM waitlist w WHERE w.store_id = s.id AND w.product_id = v.product_id AND w.shelf_first)
              AS "shelfUnsure",
            s.phone_countries AS "phoneCountries", s.name AS "storeName", s.marketing_box AS "marketingBox", s.marketing_texts->>$3 AS "marketingText"
     FROM store s JOIN variant v ON v.store_id = s.id JOIN product p ON p.store_id = s.id AND p.id = v.product_id
     WHERE s.public_key = $1 AND v.id = ${variantOfId('s.id', '$2')}`,
    [asked.storeKey, asked.variantExternalId, asked.language],
  );
  return rows[0] ?? null;
}

export type CheckoutRow = {
  id: string;
  storeId: string;
  storeKey: string;
  state: CheckoutState;
  holdMsLeft: number | null;
  variantExternalId: string;
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
  withdrawalExclusion: WithdrawalExclusion | null;
  /** The shopper agrees to the terms by pressing the button, and not in a box. */
  termsByButton: boolean;
  shipsFrom: string;
  shipsUntil: string;
  /** How many days the store keeps a place after a payment failed. */
  paymentDays: number;
  /** The day in the store's time zone. */
  today: string;
  paying: boolean;
  marketingBox: MarketingBox;
  marketingText: string | null;
  preorderId: string | null;
  reference: string | null;
  lines: { id: string; sku: string; skuId: string; title: string }[];
};

/** The key of a checkout that the shopper's page knows: the store's public key and the checkout's id. */
export type CheckoutKey = { storeKey: string; checkoutId: string };

export async function readCheckout(sql: Sql, { storeKey, checkoutId }: CheckoutKey): Promise<CheckoutRow | null> {
  const rows = await sql.query<CheckoutRow>(
    `SELECT c.id, c.store_id AS "storeId", s.public_key AS "storeKey",
            CASE WHEN c.state = 'held' AND ${isOver('h')} THEN 'expired' ELSE c.state END AS state,
            CASE WHEN NOT ${isOver('h')} THEN (extract(epoch FROM h.expires_at - app_now()) * 1000)::bigint END AS "holdMsLeft",
            v.external_id AS "variantExternalId", c.quantity, k.email, k.address, c.line_item_properties AS "lineItemProperties",
            c.waitlist_id AS "waitlistId", c.locale, s.name AS "storeName", s.legal_name AS "legalName", s.currency,
            s.prices_include_tax AS "pricesIncludeTax", c.subtotal, c.discount, c.discount_code AS "discountCode",
            c.shipping, c.tax, c.total, c.due_now AS "dueNow", c.payment_plan AS "paymentPlan",
            c.deposit_refundable AS "depositRefundable", c.withdrawal_exclusion AS "withdrawalExclusion",
            c.terms_by_button AS "termsByButton",
            p.ships_from AS "shipsFrom", p.ships_until AS "shipsUntil", s.payment_days AS "paymentDays",
            to_char(app_now() AT TIME ZONE s.time_zone, 'YYYY-MM-DD') AS today,
            EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = c.store_id AND a.checkout_id = c.id
                    AND a.state IN ('open', 'cancel_sent')) AS paying,
            s.marketing_box AS "marketingBox", k.marketing_text AS "marketingText",
            o.id AS "preorderId", o.reference,
            coalesce((SELECT json_agg(json_build_object('id', l.id, 'sku', l.sku, 'skuId', lv.external_id,
                                                        'title', o.product_title || CASE WHEN l.variant_title = '' THEN '' ELSE ' – ' || l.variant_title END)
                                      ORDER BY l.position)
                      FROM preorder_line l JOIN variant lv ON lv.store_id = l.store_id AND lv.id = l.variant_id
                      WHERE l.store_id = o.store_id AND l.preorder_id = o.id), '[]') AS lines
     FROM checkout c
     JOIN store s ON s.id = c.store_id
     JOIN variant v ON v.store_id = c.store_id AND v.id = c.variant_id
     JOIN promise p ON p.store_id = c.store_id AND p.id = c.promise_id
     JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id
     LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
     LEFT JOIN preorder o ON o.store_id = c.store_id AND o.checkout_id = c.id
     WHERE s.public_key = $1 AND c.id = $2`,
    [storeKey, checkoutId],
  );
  return rows[0] ?? null;
}

/**
 * Finds the store's public key for a checkout id alone, for pages that were loaded before pages sent the key. The primary key
 * of checkouts begins with the store, so this does one lookup for each store.
 */
export async function findStoreKey(sql: Sql, checkoutId: string): Promise<string | null> {
  const rows = await sql.query<{ key: string }>(
    `SELECT s.public_key AS key FROM store s
     WHERE EXISTS (SELECT 1 FROM checkout c WHERE c.store_id = s.id AND c.id = $1 OFFSET 0)`,
    [checkoutId],
  );
  return rows[0]?.key ?? null;
}

/** An event as stored. One about a pre-order has no payload, only the id of its checkout. */
type RelayedRow = Omit<RelayedEvent, 'payload'> & {
  payload: RelayedEvent['payload'] | null;
  checkoutId: string | null;
};

/** Lists the relay's events after `after`, in order. Events are available for an hour. */
export async function listRelayed(
  sql: Sql,
  { storeId, relay, after }: { storeId: string; relay: string; after: number },
): Promise<RelayedRow[]> {
  return sql.query<RelayedRow>(
    `SELECT at, name, payload, checkout_id AS "checkoutId", release_id AS "releaseId" FROM relayed_event
     WHERE store_id = $1 AND relay = $2 AND at > $3 AND created_at > (SELECT app_now()) - interval '1 hour' ORDER BY at`,
    [storeId, relay, after],
  );
}
