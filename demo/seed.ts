import { saveProduct } from '../src/core/catalog/commands/save-product.ts';
import { findProduct } from '../src/core/catalog/queries.ts';
import type { Deps } from '../src/core/deps.ts';
import { createDiscount } from '../src/core/discounts/commands.ts';
import { listDiscounts } from '../src/core/discounts/queries.ts';
import { setLogo, updateBrand } from '../src/core/stores/commands/brand.ts';
import { createStore, updateStore } from '../src/core/stores/commands.ts';
import { findStoreBySlug, readSharedSecrets, type Store } from '../src/core/stores/queries.ts';
import { createWaitlist } from '../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../src/core/waitlists/commands/state.ts';
import { listWaitlists } from '../src/core/waitlists/queries/list.ts';
import { DEMO_PRODUCTS, DEMO_STORE } from './catalogue.ts';
import { readMark } from './pictures.ts';
import type { DemoProduct, DemoWaitlist } from './products/product.ts';
import { BRAND, storeSettings } from './settings.ts';

export type SeedDeps = Pick<Deps, 'db' | 'secrets' | 'paymentsFor'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Creates the demo store with its products and waitlists, by the same commands that a merchant uses. Every start adds what
 * is missing and updates addresses to the demo's current one. It does not touch pre-orders.
 */
export async function seedDemo(deps: SeedDeps, demoUrl: string): Promise<void> {
  if (!(await isSeeded(deps, demoUrl))) await addMissing(deps, demoUrl);
  const store = await findStoreBySlug(deps.db, DEMO_STORE.slug);
  // Opens the store's account at the stand-in for Stripe, if there is one, before the first shopper needs it.
  if (store) await deps.paymentsFor(store);
}

async function addMissing(deps: SeedDeps, demoUrl: string): Promise<void> {
  // Two processes may start at once over one database.
  const lock = await deps.db.connect({ direct: true });
  try {
    await lock.query('SET lock_timeout = 0; SET statement_timeout = 0'); // the other process may take long
    await lock.query("SELECT pg_advisory_lock(hashtext('demo seed'))");
    const store = await seedStore(deps, demoUrl);
    for (const product of DEMO_PRODUCTS) await seedProduct(deps, { store, demoUrl }, product);
    await seedCode(deps, store);
    await seedWaitlists(deps, store);
  } finally {
    await lock.end();
  }
}

/** Reads the shared secret that the demo store's backend signs with: the newest one, because secrets can be rotated. */
export async function readDemoSecret(deps: Pick<Deps, 'db' | 'secrets'>): Promise<string> {
  const store = await findStoreBySlug(deps.db, DEMO_STORE.slug);
  const [newest] = store ? await readSharedSecrets(deps, store.id) : [];
  if (!newest) throw new Error('the demo store has no shared secret');
  return newest.text;
}

async function isSeeded(deps: SeedDeps, demoUrl: string): Promise<boolean> {
  const store = await findStoreBySlug(deps.db, DEMO_STORE.slug);
  if (!store || !hasAddresses(store, demoUrl) || store.brand === null) return false;
  const last = DEMO_PRODUCTS.at(-1); // products are saved in this order, so the last one is saved last
  const known = last && (await findProduct(deps.db, store.id, { externalId: last.id }));
  if (!last || known?.imageUrl !== imageUrl(demoUrl, last)) return false;
  const waitlists = await listWaitlists(deps.db, store.id);
  const seeded = new Set(waitlists.filter(({ state }) => state !== 'DRAFT').map(({ id }) => id));
  return DEMO_PRODUCTS.every((demo) => demo.waitlist === null || seeded.has(waitlistId(demo)));
}

async function seedStore(deps: SeedDeps, demoUrl: string): Promise<Store> {
  const settings = storeSettings(demoUrl);
  const found = await findStoreBySlug(deps.db, DEMO_STORE.slug);
  if (!found) {
    const { slug, publicKey, currency } = DEMO_STORE;
    await createStore(deps, { ...settings, slug, publicKey, currency, mode: 'test' });
  } else if (!hasAddresses(found, demoUrl)) {
    const { termsUrl, privacyUrl, withdrawalUrl, origins } = settings;
    await updateStore(deps, found.id, { termsUrl, privacyUrl, withdrawalUrl, origins });
  }
  const store = await findStoreBySlug(deps.db, DEMO_STORE.slug);
  if (!store) throw new Error('demo store not found after its creation');
  if (store.brand === null) await seedBrand(deps, store);
  return store;
}

/** Gives the store its look, once: who changes or clears it keeps that. */
async function seedBrand(deps: SeedDeps, { id }: Store): Promise<void> {
  await updateBrand(deps, id, BRAND);
  await setLogo(deps, id, await readMark());
}

const hasAddresses = ({ termsUrl }: Store, demoUrl: string) => termsUrl === storeSettings(demoUrl).termsUrl;

const pictureUrl = (demoUrl: string, picture: string) => `${demoUrl}/images/${picture}.jpg`;
const imageUrl = (demoUrl: string, { variants: [first] }: DemoProduct) =>
  first ? pictureUrl(demoUrl, first.picture) : null;

async function seedProduct(
  deps: SeedDeps,
  { store, demoUrl }: { store: Store; demoUrl: string },
  product: DemoProduct,
): Promise<void> {
  const known = await findProduct(deps.db, store.id, { externalId: product.id });
  if (known?.imageUrl === imageUrl(demoUrl, product)) return;
  await saveProduct(deps, store.id, {
    externalId: product.id,
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.story.map((text) => `<p>${text}</p>`).join('\n'),
    vendor: DEMO_STORE.name,
    imageUrl: imageUrl(demoUrl, product),
    optionNames: product.options.map(({ name }) => name),
    variants: product.variants.map(({ id, sku, values, price, picture, inStock }) => ({
      externalId: id,
      sku,
      optionValues: values,
      price,
      compareAtPrice: null,
      imageUrl: pictureUrl(demoUrl, picture),
      inStock,
      oversellEnabled: false,
    })),
  });
}

async function seedCode(deps: SeedDeps, store: Store): Promise<void> {
  const codes = await listDiscounts(deps.db, store.id, { over: true });
  if (codes.some(({ code }) => code === DEMO_STORE.discountCode)) return;
  await createDiscount(deps, store.id, {
    code: DEMO_STORE.discountCode,
    kind: 'percent',
    value: 1_000,
  });
}

async function seedWaitlists(deps: SeedDeps, store: Store): Promise<void> {
  const states = new Map((await listWaitlists(deps.db, store.id)).map(({ id, state }) => [id, state]));
  for (const product of DEMO_PRODUCTS) {
    const { waitlist } = product;
    if (!waitlist) continue;
    const id = waitlistId(product);
    if (!states.has(id)) await createDemoWaitlist(deps, { store, product }, waitlist);
    // Also runs for a waitlist whose creation was interrupted before this step by an earlier shutdown.
    if ((states.get(id) ?? 'DRAFT') !== 'DRAFT') continue;
    await changeWaitlistState(
      deps,
      { storeId: store.id, waitlistId: id },
      waitlist.launchesIn === undefined ? 'open' : 'schedule',
    );
  }
}

/** Returns a fixed id for each waitlist, so that scripts and screenshots can name it. */
const waitlistId = ({ id }: DemoProduct) => `d3a0c0de-0000-4000-8000-${id.padStart(12, '0')}`;

async function createDemoWaitlist(
  deps: SeedDeps,
  { store, product }: { store: Store; product: DemoProduct },
  waitlist: DemoWaitlist,
): Promise<void> {
  const { units, shipsIn, launchesIn, compareAtPrice, limitPerCustomer, description, plan } = waitlist;
  const known = await findProduct(deps.db, store.id, { externalId: product.id });
  if (!known) throw new Error(`product ${product.handle} not found after it was saved`);
  const daysAfterSeed = (days: number) => new Date(store.createdAt.getTime() + days * DAY_MS);
  const day = (days: number) => daysAfterSeed(days).toISOString().slice(0, 10);
  await createWaitlist(deps, store.id, {
    id: waitlistId(product),
    productId: known.id,
    variants: known.variants.map(({ id, sku }) => ({ variantId: id, allocation: units[sku] ?? 0, compareAtPrice })),
    shipWindow: { from: day(shipsIn.from), until: day(shipsIn.until) },
    launchesAt: launchesIn === undefined ? null : daysAfterSeed(launchesIn),
    limitPerCustomer,
    description,
    plan,
  });
}
