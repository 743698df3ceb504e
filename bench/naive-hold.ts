import type pg from 'pg';
import type { HoldRequest } from '../src/core/stock/sale-requests.ts';

/**
 * The straightforward implementation of a hold: one transaction for each shopper, which locks the unit row, reads the
 * limits and inserts every row. It has the same rows and limits as the sale queue, and the same client library, with
 * prepared statements in READ COMMITTED over a pool.
 */
export async function naiveHold(pool: pg.Pool, request: HoldRequest): Promise<boolean> {
  const client = await pool.connect();
  const run = async (name: keyof typeof NAIVE_SQL, values: unknown[]) =>
    (await client.query({ name, text: NAIVE_SQL[name], values })).rows;
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const { storeId, waitlistId, variantId, checkoutId, customerKey, idempotency } = request;
    const [unit] = await run('unit', [storeId, waitlistId, variantId]);
    const [offer] = await run('offer', [storeId, waitlistId, variantId, request.address.country]);
    const [customer] = await run('customer', [storeId, waitlistId, customerKey]);
    const [address] = await run('address', [storeId, request.clientAddress]);
    const repeated = await run('repeated', [storeId, idempotency?.scope, idempotency?.key]);
    const full = unit.allocated - unit.held - unit.sold < request.quantity;
    if (full || repeated.length > 0 || customer.holds >= offer.per_email || address.holds >= offer.per_address) {
      await client.query('ROLLBACK');
      return false;
    }
    const { now, product_id: productId } = offer;
    await run('checkout', checkoutValues(request, unit, offer));
    await run('contact', [storeId, checkoutId, request.email, request.address]);
    await run('hold', holdValues(request, unit, offer));
    await run('move', [storeId, waitlistId, unit.batch_id, variantId, request.quantity]);
    await run('ledger', [storeId, waitlistId, unit.batch_id, variantId, request.quantity, checkoutId]);
    await run('key', [storeId, idempotency?.scope, idempotency?.key, idempotency?.bodyHash, checkoutId, now]);
    await run('announce', [storeId, productId]);
    await client.query('COMMIT');
    return true;
  } finally {
    client.release();
  }
}

function checkoutValues(request: HoldRequest, unit: pg.QueryResultRow, offer: pg.QueryResultRow): unknown[] {
  const subtotal = offer.price * request.quantity;
  const total = subtotal + offer.shipping;
  const tax = Math.round((total * offer.millionths) / (1_000_000 + offer.millionths));
  return [
    request.storeId,
    request.checkoutId,
    request.waitlistId,
    unit.batch_id,
    request.variantId,
    offer.promise_id,
    request.quantity,
    request.customerKey,
    request.locale,
    offer.price,
    subtotal,
    offer.shipping,
    tax,
    total,
    offer.now,
  ];
}

function holdValues(request: HoldRequest, unit: pg.QueryResultRow, offer: pg.QueryResultRow): unknown[] {
  return [
    request.storeId,
    request.checkoutId,
    request.waitlistId,
    unit.batch_id,
    request.variantId,
    request.quantity,
    request.customerKey,
    request.clientAddress,
    new Date(offer.now.getTime() + offer.hold_minutes * 60_000),
  ];
}

export const NAIVE_SQL = {
  unit: `SELECT batch_id, allocated, held, sold FROM unit WHERE store_id = $1 AND waitlist_id = $2 AND variant_id = $3 FOR UPDATE`,
  offer: `
    SELECT app_now() AS now, wv.price, w.product_id, s.hold_minutes, s.live_holds_per_email_max AS per_email,
           s.live_holds_per_address_max AS per_address, r.amount AS shipping, coalesce(t.millionths, 0) AS millionths,
           (SELECT p.id FROM promise p JOIN batch b ON b.store_id = p.store_id AND b.id = p.batch_id
            WHERE b.store_id = w.store_id AND b.waitlist_id = w.id ORDER BY p.version DESC LIMIT 1) AS promise_id
    FROM waitlist_variant wv JOIN waitlist w ON w.store_id = wv.store_id AND w.id = wv.waitlist_id
    JOIN store s ON s.id = w.store_id JOIN store_shipping_rate r ON r.store_id = s.id AND r.country = $4
    LEFT JOIN store_tax_rate t ON t.store_id = s.id AND t.country = $4 AND t.region = ''
    WHERE wv.store_id = $1 AND wv.waitlist_id = $2 AND wv.variant_id = $3 AND w.state = 'OPEN'`,
  customer: `
    SELECT (SELECT count(*) FROM hold WHERE store_id = $1 AND customer_key = $3) AS holds,
           (SELECT count(*) FROM preorder_line WHERE store_id = $1 AND waitlist_id = $2 AND customer_key = $3
            AND state <> 'cancelled') AS units`,
  address: 'SELECT count(*) AS holds FROM hold WHERE store_id = $1 AND client_address = $2',
  repeated: 'SELECT subject_id FROM idempotency WHERE store_id = $1 AND scope = $2 AND key = $3',
  checkout: `
    INSERT INTO checkout (store_id, id, state, waitlist_id, batch_id, variant_id, promise_id, quantity, customer_key, locale,
                          unit_price, subtotal, shipping, tax, total, due_now, created_at, updated_at)
    VALUES ($1, $2, 'held', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $15)`,
  contact: 'INSERT INTO checkout_contact (store_id, checkout_id, email, address) VALUES ($1, $2, $3, $4)',
  hold: `
    INSERT INTO hold (store_id, checkout_id, waitlist_id, batch_id, variant_id, quantity, customer_key, client_address, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  move: 'UPDATE unit SET held = held + $5 WHERE store_id = $1 AND waitlist_id = $2 AND batch_id = $3 AND variant_id = $4',
  ledger: `
    INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, held_delta, reason, source_id, at)
    VALUES ($1, $2, $3, $4, $5, 'hold', $6, app_now())`,
  key: `INSERT INTO idempotency (store_id, scope, key, body_hash, subject_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
  announce: `INSERT INTO outbox (store_id, topic, subject_id) VALUES ($1, 'stock.changed', $2)`,
} as const;
