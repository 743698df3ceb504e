import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { holdHandler } from '../../../src/core/checkouts/commands/hold.ts';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { placeHandler } from '../../../src/core/preorders/commands/place.ts';
import { createSaleQueue } from '../../../src/core/stock/sale-queue.ts';
import { buyFrom } from '../../support/buy.ts';
import { checkoutRequest, createOffer, type Offer } from '../../support/core.ts';
import { ownInstallation } from '../../support/database.ts';
import { useCore } from '../../support/use-core.ts';

// A company may own any number of line items. Checking its limit must not read more rows than the limit needs.

const { database, core } = await useCore(ownInstallation);
const MANY = 20_000;
const email = 'purchasing@company.example';

/** Copies the line item that this e-mail has in the offer. */
async function copyLines(offer: Offer, count: number, state = 'placed'): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.query(`SET LOCAL session_replication_role = replica`);
    await tx.query('SET LOCAL statement_timeout = 0');
    await tx.query(
      `INSERT INTO preorder_line
       WITH copy AS MATERIALIZED (
         SELECT jsonb_populate_record(l, jsonb_build_object(
           'id', gen_random_uuid(), 'position', had.last + n, 'state', $2::text)) AS line
         FROM preorder_line l, generate_series(1, $3::int) n,
              (SELECT max(position) AS last FROM preorder_line WHERE store_id = $1) had
         WHERE l.store_id = $1 AND l.position = 0)
       SELECT (line).* FROM copy`,
      [offer.storeId, state, count],
    );
  });
  await database.db.query('ANALYZE preorder_line');
}

const holdUnits = (offer: Offer, quantity = 1) =>
  makeCheckout(core, checkoutRequest(offer, { email, quantity }), {
    clientAddress: '192.0.2.1',
    idempotencyKey: randomUUID(),
  });

const limited = (limit: number, left: number) => ({ code: 'limit_per_customer', info: { data: { limit, left } } });

test('counts the uncancelled line items of its own waitlist against the limit', async () => {
  const offer = await createOffer(core, { allocation: 500, limitPerCustomer: 5, holdsPerEmailMax: 50 });
  await buyFrom(core, offer, { email });
  await copyLines(offer, 3);
  await copyLines(offer, 50, 'cancelled');
  await expect(holdUnits(offer, 2)).rejects.toMatchObject(limited(5, 1));
  await holdUnits(offer);
  await expect(holdUnits(offer)).rejects.toMatchObject(limited(5, 0));
  // The limit is per store and per shopper: others with the same e-mail, or in the same store, may buy.
  await holdUnits(await createOffer(core, { allocation: 5, limitPerCustomer: 1 }));
  const other = checkoutRequest(offer, { quantity: 5 });
  await makeCheckout(core, other, { clientAddress: '192.0.2.2', idempotencyKey: 'other' });
});

test('accepts any number of line items where the waitlist has no limit', async () => {
  const offer = await createOffer(core, { allocation: 500, limitPerCustomer: null, holdsPerEmailMax: 50 });
  await buyFrom(core, offer, { email });
  await copyLines(offer, 100);
  await holdUnits(offer, 5);
});

test('reads as few pages for an e-mail with 20,000 line items as for any other', async () => {
  const offer = await createOffer(core, { allocation: 500, limitPerCustomer: 3, holdsPerEmailMax: 50 });
  await buyFrom(core, offer, { email });
  await copyLines(offer, MANY);
  const clients: pg.Client[] = [];
  const connect = async () => {
    clients.push(await database.db.connect({ pipeline: true }));
    return clients.at(-1) as pg.Client;
  };
  const sales = createSaleQueue(connect, { hold: holdHandler, place: placeHandler });
  const hold = () =>
    makeCheckout({ ...core, sales }, checkoutRequest(offer, { email }), {
      clientAddress: randomUUID(),
      idempotencyKey: randomUUID(),
    });
  const [{ key } = { key: '' }] = await database.db.query<{ key: string }>(
    'SELECT customer_key AS key FROM preorder_line WHERE store_id = $1 LIMIT 1',
    [offer.storeId],
  );
  const blocksRead = async () => {
    const explained = await clients[0]?.query(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
       EXECUTE hold_customers('{${key}}', '{${offer.waitlistId}}', '{${key}}', '{${offer.storeId}}')`,
    );
    const plan = explained?.rows[0]['QUERY PLAN'][0].Plan as Record<string, number>;
    return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  };
  await expect(hold()).rejects.toMatchObject(limited(3, 0));
  expect(await blocksRead(), 'too many pages are read with a limit').toBeLessThan(60);
  await database.db.query('UPDATE waitlist SET limit_per_customer = NULL WHERE store_id = $1', [offer.storeId]);
  await hold();
  expect(await blocksRead(), 'too many pages are read without a limit').toBeLessThan(60);
  // Cancelled line items do not count and must not be read either.
  await database.db.query('UPDATE waitlist SET limit_per_customer = 3 WHERE store_id = $1', [offer.storeId]);
  await database.db.query(`UPDATE preorder_line SET state = 'cancelled' WHERE store_id = $1 AND position > 0`, [
    offer.storeId,
  ]);
  await database.db.query('VACUUM preorder_line');
  await hold();
  expect(await blocksRead(), 'too many pages are read beside cancelled line items').toBeLessThan(60);
  await sales.stop();
});
