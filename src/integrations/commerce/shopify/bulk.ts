import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import { Type } from '../../../platform/type.ts';
import type { PlatformHttp } from '../http-port.ts';
import { CommerceError, type ProductPage, quoting } from '../port.ts';
import { readAs } from '../read.ts';
import { type AdminClient, UserErrors } from './client.ts';
import { fromGid, toGid } from './ids.ts';
import { ALL_PRODUCTS, EXPORT, START_EXPORT } from './operations.ts';
import { MediaNode, toProduct, VariantNode, type VariantParts } from './products.ts';

const Started = Type.Object({
  bulkOperationRunQuery: Type.Object({
    bulkOperation: Type.Union([Type.Object({ id: Type.String() }), Type.Null()]),
    userErrors: UserErrors,
  }),
});
const State = Type.Object({
  bulkOperation: Type.Union([
    Type.Object({
      status: Type.String(),
      url: Type.Union([Type.String(), Type.Null()]),
      fileSize: Type.Union([Type.String(), Type.Number(), Type.Null()]),
    }),
    Type.Null(),
  ]),
});
const Line = Type.Object({ id: Type.Optional(Type.String()), __parentId: Type.Optional(Type.String()) });

// A small store's export is ready within seconds, a large one's after minutes.
const POLL_MS = 1_000;
// About 250 products with ten variants. A larger product is read with twice as many, and so on.
const PART_BYTES = 1_000_000;
// A product with 2,048 variants, their images, and the longest description.
const PART_BYTES_MAX = 16_000_000;
// Shopify runs five exports of an app in a store at once.
const BUSY_MS = 30_000;

/**
 * Lists all products from an export of Shopify's, a file with an object on each line: it is made once, and read in parts of constant
 * size. The cursor names the export and the byte to go on at, so a list goes on after days; Shopify keeps the file for a week.
 */
export async function listProducts(tools: BulkTools, cursor: string | null): Promise<ProductPage> {
  if (cursor === null) return { products: [], unreadable: [], next: `${await startExport(tools.admin)}:0` };
  const [id = '', from = ''] = cursor.split(':');
  if (!/^\d+$/.test(id) || !/^\d+$/.test(from)) throw forgotten();
  const { bulkOperation } = await tools.admin.run(EXPORT, { id: toGid('BulkOperation', id) }, State);
  if (bulkOperation === null) throw forgotten();
  const { status, url, fileSize } = bulkOperation;
  if (status === 'CREATED' || status === 'RUNNING') {
    await sleep(POLL_MS);
    return { products: [], unreadable: [], next: cursor };
  }
  if (status !== 'COMPLETED') throw forgotten();
  if (url === null) return { products: [], unreadable: [], next: null }; // a store without products has no file
  const { lines, end } = await readPart(tools.http, { url, from: Number(from), size: Number(fileSize) });
  return { ...readProducts(lines, tools.currency), next: end < Number(fileSize) ? `${id}:${end}` : null };
}

type BulkTools = { admin: AdminClient; http: PlatformHttp; currency: string };

async function startExport(admin: AdminClient): Promise<string> {
  const { bulkOperationRunQuery: started } = await admin.run(START_EXPORT, { query: ALL_PRODUCTS }, Started);
  if (started.bulkOperation) return fromGid(started.bulkOperation.id);
  const words = started.userErrors.map(({ message }) => message).join(' ');
  const busy = /in progress|limit/i.test(words);
  throw quoting(busy ? 'throttled' : 'refused', { says: 'Shopify starts no export', words }, busy ? BUSY_MS : null);
}

function forgotten(): CommerceError {
  return new CommerceError('not_found', 'Shopify does not have this export any longer: list all products again.');
}

type ExportPosition = { url: string; from: number; size: number };

/** Reads whole products from a byte on. `end` is the byte after the last of them. */
async function readPart(
  http: PlatformHttp,
  { url, from, size }: ExportPosition,
): Promise<{ lines: unknown[]; end: number }> {
  for (let bytesMax = PART_BYTES; bytesMax <= PART_BYTES_MAX; bytesMax *= 2) {
    const bytes = await http.read({ url, from, bytesMax });
    const isLast = from + bytes.length >= size;
    const length = isLast ? bytes.length : lastProductIn(bytes);
    if (length > 0)
      return { lines: bytes.toString('utf8', 0, length).split('\n').flatMap(readLine), end: from + length };
    if (bytes.length === 0) break;
  }
  throw new CommerceError('malformed', 'Shopify exported a product that is larger than a product can be.');
}

const LINE_FEED = 0x0a;

/** Returns where the last product begins: it may not be whole. Objects of a product follow it, and only they name a parent. */
function lastProductIn(bytes: Buffer): number {
  let lineEnd = bytes.lastIndexOf(LINE_FEED);
  while (lineEnd > 0) {
    const lineStart = bytes.lastIndexOf(LINE_FEED, lineEnd - 1) + 1;
    if (!bytes.subarray(lineStart, lineEnd).includes('"__parentId"')) return lineStart;
    lineEnd = lineStart - 1;
  }
  return 0;
}

function readLine(text: string): unknown[] {
  if (text === '') return [];
  try {
    return [JSON.parse(text)];
  } catch {
    throw new CommerceError('malformed', 'Shopify exported a line that is not JSON.');
  }
}

type ExportedProduct = {
  product: unknown;
  id: string | null;
  variants: (VariantParts & { id: string })[];
  fault: string | null;
};

function readProducts(lines: readonly unknown[], currency: string): Pick<ProductPage, 'products' | 'unreadable'> {
  const page: Pick<ProductPage, 'products' | 'unreadable'> = { products: [], unreadable: [] };
  for (const { product, id, variants, fault } of collect(lines)) {
    try {
      if (fault !== null) throw new CommerceError('malformed', fault);
      page.products.push(toProduct(product, variants, currency));
    } catch (error) {
      if (!(error instanceof CommerceError)) throw error;
      page.unreadable.push({ id: id === null ? null : fromGid(id), reason: error.message });
    }
  }
  return page;
}

/** Puts variants and their images to their products. */
function collect(lines: readonly unknown[]): ExportedProduct[] {
  const found: ExportedProduct[] = [];
  for (const line of lines) {
    const { id, __parentId: parentId }: Static<typeof Line> = readAs(Line, line, 'a line of an export');
    const last = found.at(-1);
    if (parentId === undefined || !last) found.push({ product: line, id: id ?? null, variants: [], fault: null });
    else addTo(last, line, { id, parentId });
  }
  return found;
}

function addTo(
  exported: ExportedProduct,
  line: unknown,
  { id, parentId }: { id: string | undefined; parentId: string },
): void {
  try {
    if (id !== undefined && parentId === exported.id) {
      exported.variants.push({ id, variant: readAs(VariantNode, line, 'a variant'), imageUrl: null });
      return;
    }
    const variant = exported.variants.find((one) => one.id === parentId);
    if (variant) variant.imageUrl ??= readAs(MediaNode, line, 'an image').image?.url ?? null;
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    exported.fault = error.message;
  }
}
