import { randomUUID } from 'node:crypto';
import type { NewStore } from '../../src/core/stores/commands.ts';
import { createStore } from '../../src/core/stores/commands.ts';
import { createWaitlist, type NewWaitlist } from '../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { updateWaitlist, type WaitlistChanges } from '../../src/core/waitlists/commands/update.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import type { WaitlistAct } from '../../src/domain/waitlist.ts';
import { createSecretBox } from '../../src/platform/crypto.ts';
import type { Database, Sql } from '../../src/platform/db.ts';
import type { Deps } from '../../src/surfaces/deps.ts';

export const TEST_SECRET_KEY = 'a secret key that only the tests have';
export const testSecrets = createSecretBox(TEST_SECRET_KEY);

export type TestVariant = { id: string; externalId: string };
export type TestProduct = { id: string; externalId: string; handle: string; variants: TestVariant[] };

/** Creates a test store in euros that ships to Germany and France. */
export function createTestStore(db: Database, changes: Partial<NewStore> = {}): Promise<string> {
  return createStore(
    { db, secrets: testSecrets },
    {
      slug: `store-${randomUUID().slice(0, 8)}`,
      mode: 'test',
      name: 'Fjord Outdoor',
      legalName: 'Fjord Outdoor GmbH',
      legalAddress: 'Hafenstraße 1\n20457 Hamburg\nGermany',
      returnAddress: 'Lager 4\n20457 Hamburg\nGermany',
      contactEmail: 'hello@fjord.example',
      termsUrl: 'https://fjord.example/terms',
      privacyUrl: 'https://fjord.example/privacy',
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      pricesIncludeTax: true,
      origins: ['https://fjord.example'],
      shipping: [
        { country: 'DE', amount: 490 },
        { country: 'FR', amount: 990 },
      ],
      tax: [{ country: 'DE', millionths: 190_000 }],
      ...changes,
    },
  );
}

/** Inserts a product like a catalogue import, with one variant per price. Null: the export gave no price. */
export async function createTestProduct(
  sql: Sql,
  storeId: string,
  {
    prices = [12900],
    handle = `jacket-${randomUUID().slice(0, 8)}`,
    title = 'Aurora Jacket',
  }: { prices?: (number | null)[]; handle?: string; title?: string } = {},
): Promise<TestProduct> {
  const product = { id: randomUUID(), externalId: numericId(), handle };
  await sql.query('INSERT INTO product (store_id, id, external_id, handle, title) VALUES ($1, $2, $3, $4, $5)', [
    storeId,
    product.id,
    product.externalId,
    handle,
    title,
  ]);
  const variants: TestVariant[] = [];
  for (const [position, price] of prices.entries()) {
    const variant = { id: randomUUID(), externalId: numericId() };
    await sql.query(
      `INSERT INTO variant (store_id, id, product_id, external_id, sku, title, option_values, position, price)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        storeId,
        variant.id,
        product.id,
        variant.externalId,
        `AUR-${position}`,
        `Size ${position}`,
        [`Size ${position}`],
        position,
        price,
      ],
    );
    variants.push(variant);
  }
  return { ...product, variants };
}

/** Creates a DRAFT waitlist, by default of ten units of every variant. */
export function createTestWaitlist(
  db: Database,
  target: { storeId: string; product: TestProduct },
  changes: Partial<NewWaitlist> = {},
): Promise<string> {
  const { storeId, product } = target;
  return createWaitlist({ db }, storeId, {
    productId: product.id,
    variants: product.variants.map(({ id }) => ({ variantId: id, allocation: 10 })),
    shipWindow: { from: '2030-06-10', until: '2030-06-15' },
    ...changes,
  });
}

/** Creates a store with one product, with helpers for the waitlists of that product. */
export async function createMerchant(
  deps: Pick<Deps, 'db' | 'paymentsFor'>,
  prices: (number | null)[] = [12_900, 14_900],
) {
  const { db } = deps;
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { prices });
  return {
    storeId,
    product,
    create: (changes: Partial<NewWaitlist> = {}) => createTestWaitlist(db, { storeId, product }, changes),
    act: (waitlistId: string, act: WaitlistAct) => changeWaitlistState(deps, { storeId, waitlistId }, act),
    update: (waitlistId: string, changes: WaitlistChanges) => updateWaitlist(deps, { storeId, waitlistId }, changes),
    read: (waitlistId: string) => readWaitlist(db, storeId, waitlistId),
  };
}

function numericId(): string {
  return String(BigInt(`0x${randomUUID().slice(0, 8)}${randomUUID().slice(0, 4)}`) + 1_000n);
}
