import { Readable } from 'node:stream';
import { type CatalogFile, importCsv } from '../../src/core/catalog/commands/import-csv.ts';
import type { ImportReport } from '../../src/core/catalog/commands/report-staged.ts';
import { listProducts } from '../../src/core/catalog/queries/list.ts';
import { findProduct, type Product } from '../../src/core/catalog/queries.ts';
import { AppError } from '../../src/domain/error.ts';
import type { Database } from '../../src/platform/db.ts';
import { createTestStore } from './merchant.ts';

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Inventory Qty,Variant Inventory Policy,Image Src,Image Position';

/** Returns an export with these rows. `SHIRT` fits its header. */
export const exportOf = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`;

/** Two variants, S and M, and a third image. */
export const SHIRT = [
  'shirt,Shirt,<p>Soft</p>,Acme,Size,S,SH-S,"1,299.00",1500,3,deny,https://cdn.example/1.jpg,1',
  'shirt,,,,,M,SH-M,12.5,,-1,continue,https://cdn.example/2.jpg,2',
  'shirt,,,,,,,,,,,https://cdn.example/3.jpg,3',
] as const;

/** Returns the row of a product without options. */
export const plainRow = (handle: string, price: number | string) =>
  `${handle},Plain,,,Title,Default Title,,${price},,,,,`;

/** Returns a file with the platform's ids. */
export const fileWithIds = (...rows: string[]) =>
  `${['ID,Handle,Title,Option1 Name,Option1 Value,Variant ID,Variant Price', ...rows].join('\n')}\n`;

/** Returns the row of a product without options in such a file. */
export const capWithIds = (id: string, handle: string, variantId = `v${id}`) =>
  `${id},${handle},Cap,Title,Default Title,${variantId},5`;

/** Creates a store in euros, with helpers that import and read its catalogue. */
export async function createCatalog(db: Database) {
  const storeId = await createTestStore(db);
  const load = (content: string | Buffer, options: Partial<CatalogFile> = {}): Promise<ImportReport> => {
    const input = Readable.from([Buffer.from(content)]);
    return importCsv({ db }, { id: storeId, currency: 'EUR' }, { input, dryRun: false, ...options });
  };
  return {
    storeId,
    load,
    /** Imports a file that is refused and resolves with the error code. */
    async refusal(content: string | Buffer): Promise<string> {
      const error = await load(content).catch((thrown: unknown) => thrown);
      if (error instanceof AppError) return error.code;
      throw new Error('the file was not refused', { cause: error });
    },
    async product(handle: string): Promise<Product> {
      const found = await findProduct(db, storeId, { handle });
      if (!found) throw new Error(`no product ${handle}`);
      return found;
    },
    byId: (externalId: string) => findProduct(db, storeId, { externalId }),
    /** The ids of a product and of its variants that are not gone. */
    async idsOf(handle: string): Promise<string[]> {
      const { externalId, variants } = await this.product(handle);
      return [externalId, ...variants.filter(({ goneAt }) => goneAt === null).map((variant) => variant.externalId)];
    },
    /** All products, by handle. */
    products: () => listProducts(db, storeId, { limit: 10_000 }),
    /** The ids of the products whose cached answers were dropped. */
    async changes(): Promise<string[]> {
      const rows = await db.query<{ id: string }>(
        `SELECT subject_id AS id FROM outbox WHERE store_id = $1 AND topic = 'waitlist.changed'`,
        [storeId],
      );
      return rows.map(({ id }) => id);
    },
  };
}

export type TestCatalog = Awaited<ReturnType<typeof createCatalog>>;

/** Returns the titles of the variants that are not gone. */
export const liveTitles = ({ variants }: Product) =>
  variants.filter(({ goneAt }) => goneAt === null).map(({ title }) => title);
