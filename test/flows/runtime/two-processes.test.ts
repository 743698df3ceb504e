import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import type { CheckoutView, PaymentResult } from '../../../src/protocol/schema/frame-api.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { checkoutRequest, createOffer, type Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts, runService, type ServiceProcess } from '../../support/service-process.ts';
import { useCore } from '../../support/use-core.ts';

// Two processes of `serve` share a database, as behind a load balancer, in a sale of a few seconds.
const UNITS = 700;
const SHOPPERS = 64;
const MOVERS = 8; // as many as the pool has connections

const { database, core } = await useCore();
let services: { url: string; process: ServiceProcess }[] = [];

// Replaces a process that a test killed. The other process goes on selling.
beforeEach(async () => {
  const missing = Array.from({ length: 2 - services.length }, startServe);
  services.push(...(await Promise.all(missing)));
});
afterAll(async () => {
  for (const { process } of services) process.child.kill('SIGTERM');
  await Promise.all(services.map(({ process }) => process.ended));
});

async function startServe() {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    ADMIN_PORT: '',
    BASE_URL: url,
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
  };
  const process = runService(['serve'], { env });
  await process.says('"serving"');
  return { url, process };
}

/** Sends a shopper's request to the processes in turn until one of them answers. */
async function call(
  shopper: Shopper,
  path: string,
  { body, key, secret }: { body: object; key: string; secret?: string },
): Promise<{ status: number; answer: Answer }> {
  for (;;) {
    const service = services[shopper.turn++ % services.length];
    try {
      const response = await fetch(`${service?.url}/frames/1/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          'x-forwarded-for': shopper.address,
          ...(secret ? { authorization: `Bearer ${secret}` } : {}),
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, answer: (await response.json()) as Answer };
    } catch {
      // The process died during the call and may have done it, so the same call is sent again.
    }
  }
}

type Shopper = { address: string; turn: number };
type Answer = { data: CheckoutView & PaymentResult; error: { code: string } };
type SaleResult = { references: string[]; soldOutEarly: number };

/** Buys one unit after the other until nothing is left. */
async function shopUntilSoldOut(offer: Offer, shopper: Shopper, sale: SaleResult): Promise<void> {
  for (;;) {
    const bought = await call(shopper, '/checkouts', { body: checkoutRequest(offer), key: randomUUID() });
    if (bought.status !== 201) {
      const { code } = bought.answer.error;
      expect(['sold_out', 'held_by_others']).toContain(code);
      if (code === 'held_by_others') continue;
      // A request for one unit may only get "sold out" once all units are sold.
      if ((await soldUnits(offer)) !== UNITS) sale.soldOutEarly += 1;
      return;
    }
    const { id, secret, total } = bought.answer.data;
    const body = { token: testCardToken('4242424242424242'), termsAccepted: true, marketingConsent: false, total };
    const paid = await call(shopper, `/checkouts/${id}/payments`, { body, key: randomUUID(), secret });
    expect(paid.answer.data).toMatchObject({ outcome: 'completed' });
    sale.references.push(paid.answer.data.checkout.preorder?.reference ?? '');
  }
}

async function soldUnits(offer: Offer): Promise<number> {
  const [unit] = await database.db.query<{ sold: number }>('SELECT sold FROM unit WHERE waitlist_id = $1', [
    offer.waitlistId,
  ]);
  return unit?.sold ?? 0;
}

async function unitsOf(offer: Offer, email: string): Promise<number> {
  const [row] = await database.db.query<{ units: number }>(
    `SELECT count(*)::int AS units FROM preorder_line l JOIN preorder_contact c ON c.preorder_id = l.preorder_id
     WHERE l.store_id = $1 AND c.email = $2`,
    [offer.storeId, email],
  );
  return row?.units ?? 0;
}

async function sellAll(
  offer: Offer,
  meanwhile: (sale: SaleResult) => Promise<void> = async () => {},
): Promise<SaleResult> {
  const sale: SaleResult = { references: [], soldOutEarly: 0 };
  const shoppers = Array.from({ length: SHOPPERS }, (_, number) => ({ address: `203.0.113.${number}`, turn: number }));
  await Promise.all([...shoppers.map((shopper) => shopUntilSoldOut(offer, shopper, sale)), meanwhile(sale)]);
  return sale;
}

async function expectAllSoldOnce(offer: Offer, sale: SaleResult): Promise<void> {
  expect(await soldUnits(offer)).toBe(UNITS);
  expect(sale.soldOutEarly).toBe(0);
  const placed = await database.db.query<{ id: string; reference: string }>(
    'SELECT id, reference FROM preorder WHERE store_id = $1',
    [offer.storeId],
  );
  // Every acknowledged pre-order exists, and every existing one was acknowledged once.
  expect(sale.references.toSorted()).toEqual(placed.map(({ reference }) => reference).toSorted());
  const moving = placed.values();
  const movers = Array.from({ length: MOVERS }, async () => {
    for (const { id } of moving) await moveMoney(core, offer.storeId, id);
  });
  await Promise.all(movers);
  await expectSoundBooks(database.db);
}

describe('two processes and 64 shoppers', { timeout: 120_000 }, () => {
  test('sell 700 units exactly once', async () => {
    const offer = await createOffer(core, { allocation: UNITS });
    await expectAllSoldOnce(offer, await sellAll(offer));
  });

  test('sell them exactly once when one process is killed', async () => {
    const offer = await createOffer(core, { allocation: UNITS });
    const sale = await sellAll(offer, async (soFar) => {
      await expect.poll(() => soFar.references.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(UNITS / 4);
      const victim = services.shift();
      victim?.process.child.kill('SIGKILL');
      await victim?.process.ended;
    });
    expect(services).toHaveLength(1);
    await expectAllSoldOnce(offer, sale);
  });

  test('keep the limit per customer and the limits on live holds', async () => {
    const customers = 8;
    const limit = 2;
    const offer = await createOffer(core, { allocation: UNITS, limitPerCustomer: limit, holdsPerEmailMax: 1 });
    const codes = new Set<string>();
    await Promise.all(
      Array.from({ length: SHOPPERS }, async (_, number) => {
        const shopper = { address: `203.0.113.${number}`, turn: number };
        const email = `customer-${number % customers}@example.com`;
        for (let tries = 0; tries < 40 && !codes.has(`done ${email}`); tries += 1) {
          const bought = await call(shopper, '/checkouts', {
            body: checkoutRequest(offer, { email }),
            key: randomUUID(),
          });
          if (bought.status !== 201) {
            codes.add(bought.answer.error.code);
            if (bought.answer.error.code === 'limit_per_customer' && (await unitsOf(offer, email)) === limit) {
              codes.add(`done ${email}`);
            }
            continue;
          }
          const { id, secret, total } = bought.answer.data;
          const body = {
            token: testCardToken('4242424242424242'),
            termsAccepted: true,
            marketingConsent: false,
            total,
          };
          await call(shopper, `/checkouts/${id}/payments`, { body, key: randomUUID(), secret });
        }
      }),
    );
    expect(await soldUnits(offer)).toBe(customers * limit);
    expect([...codes]).toEqual(expect.arrayContaining(['limit_per_customer', 'too_many_holds']));
    await expectSoundBooks(database.db, false);
  });

  test('show new stock in the other process within a second', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const [first, second] = services;
    const left = async (url = '') => {
      const [row] = await database.db.query<{ external_id: string }>('SELECT external_id FROM product WHERE id = $1', [
        offer.productId,
      ]);
      const answer = await fetch(`${url}/api/v1/availability?api_key=${offer.storeKey}&product_id=${row?.external_id}`);
      return ((await answer.json()) as { data: { available_stock: number } }).data.available_stock;
    };
    expect(await left(second?.url)).toBe(5);
    services = first ? [first] : [];
    await call({ address: '203.0.113.9', turn: 0 }, '/checkouts', { body: checkoutRequest(offer), key: randomUUID() });
    services = first && second ? [first, second] : [];
    expect(await left(first?.url)).toBe(4);
    await expect.poll(() => left(second?.url), { timeout: 1_000, interval: 20 }).toBe(4);
  });
});
