import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openDatabase } from '../src/platform/db.ts';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { type Core, createCore } from '../test/support/core.ts';
import { createMerchant } from '../test/support/merchant.ts';
import { serveStore } from '../test/support/system.ts';
import { dataBlock } from './page-scripts.ts';
import { endProcess, startService } from './serving.ts';

export type BrowserStage = {
  browser: Browser;
  databaseUrl: string;
  servicePort: number;
  storeKey: string;
  productId: string;
  variantId: string;
  /** The store's site, `http://localhost:PORT`; pages are added to `pages`. */
  siteUrl: string;
  pages: Record<string, string>;
};

/** Starts Chromium, the service in a process of its own, a product on an open waitlist, and the store's site. */
export async function withBrowserStage(run: (stage: BrowserStage) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'));
  const cluster = await startCluster();
  const database = await cloneDatabase(cluster);
  const product = await openFirstProduct(database.url);
  const service = await startService({ databaseUrl: database.url, folder });
  const pages = {};
  const site = await serveStore(pages);
  const browser = await chromium.launch(await chromiumLaunchOptions());
  try {
    await run({ browser, databaseUrl: database.url, servicePort: service.port, ...product, siteUrl: site.url, pages });
  } finally {
    await browser.close();
    await site.close();
    await endProcess(service.child);
    await database.drop();
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
}

async function openFirstProduct(url: string) {
  const db = openDatabase({ url });
  const core = createCore(db);
  const product = await openProduct(core);
  await core.stop();
  await db.close();
  return product;
}

/** Opens a product on an open waitlist, in a store of its own. */
export async function openProduct(core: Core) {
  const merchant = await createMerchant(core);
  await merchant.act(await merchant.create(), 'open');
  const { storeId } = merchant;
  const [store] = await core.db.query<{ key: string }>('SELECT public_key::text AS key FROM store WHERE id = $1', [
    storeId,
  ]);
  const { externalId, variants } = merchant.product;
  return { storeId, storeKey: store?.key ?? '', productId: externalId, variantId: variants[0]?.externalId ?? '' };
}

/** Opens a page with an empty cache, measures it with `look`, and closes it. */
export async function visit<Value>(
  { browser }: Pick<BrowserStage, 'browser'>,
  prepare: (page: Page) => Promise<void>,
  look: (page: Page) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  try {
    const page = await context.newPage();
    await prepare(page);
    return await look(page);
  } finally {
    await context.close();
  }
}

type ProductPage = { head: string; body: string; scripts: readonly string[] };

/** Returns a typical product page: `head`, some text, `body`, and `scripts` at its end. */
export function productPage({ head, body, scripts }: ProductPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Aurora Jacket</title>
${head}
</head>
<body>
<main>
<h1>Aurora Jacket</h1>
<p>A light jacket for long evenings, made of wool from the coast.</p>
${body}
</main>
${scripts.map((script) => `<script>${script}</script>`).join('')}
</body>
</html>`;
}

/** Returns the block of data that makes `browser/placements.ts` load `placements` for the product. */
export function placementsBlock({ storeKey, productId, variantId }: BrowserStage, placements: object[]): string {
  const given = placements.map((one) => ({ productId, skuId: variantId, ...one }));
  return dataBlock('placements', { storeKey, placements: given });
}
