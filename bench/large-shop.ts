import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A store with as many products as asked. Its export is a file that is computed where it is read, so it needs no room. */
export type LargeShop = {
  url: string;
  /** Changes what Shopify says of one product from now on; the export keeps what it was made with. */
  setStock(nth: number, units: number): void;
  /** How often a product was asked for alone. */
  asked(): number;
  stop(): void;
};

export const SHOP_ACCESS = { access_token: 'shpat_of_the_bench', api_secret: 'shpss_of_the_bench' };
export const productIdOf = (nth: number): string => String(FIRST_PRODUCT + nth);

const FIRST_PRODUCT = 1_000_000;
const VARIANTS = 10;
const STOCK = 3;
// Each product has as many bytes, so that any part of the file can be computed.
const PRODUCT_BYTES = 6_000;

export async function startLargeShop(products: number): Promise<LargeShop> {
  let url = '';
  let asked = 0;
  const stock = new Map<number, number>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/bulk')) return sendPart(request, response, products);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { query, variables } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as GraphqlRequest;
      const isOne = query.startsWith('query Product(');
      if (isOne) asked += 1;
      const text = JSON.stringify({
        data: isOne ? { product: productNow(variables.id, stock) } : answerTo(query, { url, products }),
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server without a port');
  url = `http://127.0.0.1:${address.port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, setStock: (nth, units) => void stock.set(nth, units), asked: () => asked, stop };
}

type GraphqlRequest = { query: string; variables: { id: string } };

function productNow(gid: string, stock: ReadonlyMap<number, number>): unknown {
  const nth = Number(gid.split('/').at(-1)) - FIRST_PRODUCT;
  const { product, variants } = partsOf(nth);
  const nodes = variants.map(({ __parentId, ...variant }) => ({
    ...variant,
    inventoryQuantity: stock.get(nth) ?? STOCK,
    media: { nodes: [] },
  }));
  return { ...product, variants: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } };
}

function answerTo(query: string, { url, products }: { url: string; products: number }): unknown {
  const id = 'gid://shopify/BulkOperation/1';
  if (query.startsWith('query Shop'))
    return {
      shop: { id: 'gid://shopify/Shop/1', name: 'Large', currencyCode: 'EUR' },
      currentAppInstallation: {
        accessScopes: ['products', 'orders', 'order_edits', 'merchant_managed_fulfillment_orders'].map((name) => ({
          handle: `write_${name}`,
        })),
      },
    };
  if (query.startsWith('mutation StartExport'))
    return { bulkOperationRunQuery: { bulkOperation: { id }, userErrors: [] } };
  if (query.startsWith('query Export'))
    return { bulkOperation: { status: 'COMPLETED', url: `${url}/bulk`, fileSize: String(products * PRODUCT_BYTES) } };
  return { orders: { nodes: [] }, found: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } };
}

function sendPart({ headers }: IncomingMessage, response: ServerResponse, products: number): void {
  const size = products * PRODUCT_BYTES;
  const [, from = '0', until = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const end = Math.min(until === '' ? size - 1 : Number(until), size - 1);
  const first = Math.floor(Number(from) / PRODUCT_BYTES);
  const last = Math.floor(end / PRODUCT_BYTES);
  const blocks = Array.from({ length: last - first + 1 }, (_, nth) => productLines(first + nth));
  const skipped = Number(from) - first * PRODUCT_BYTES;
  const part = Buffer.concat(blocks).subarray(skipped, skipped + end - Number(from) + 1);
  response.writeHead(206, { 'content-range': `bytes ${from}-${end}/${size}`, 'content-length': part.length }).end(part);
}

function partsOf(nth: number) {
  const id = `gid://shopify/Product/${productIdOf(nth)}`;
  const variants = Array.from({ length: VARIANTS }, (_, size) => ({
    id: `gid://shopify/ProductVariant/${10_000_000 + nth * VARIANTS + size}`,
    sku: `LAMP-${nth}-${size}`,
    price: '89.00',
    compareAtPrice: null,
    inventoryQuantity: STOCK,
    inventoryPolicy: 'DENY',
    inventoryItem: { tracked: true },
    selectedOptions: [{ name: 'Size', value: `Size ${size}` }],
    __parentId: id,
  }));
  const product = {
    id,
    handle: `lamp-${nth}`,
    title: `Lamp ${nth}`,
    descriptionHtml: '',
    vendor: 'North & Pine',
    status: 'ACTIVE',
    publishedAt: '2030-01-01T00:00:00Z',
    hasOnlyDefaultVariant: false,
    options: [{ name: 'Size' }],
    featuredMedia: null,
  };
  return { product, variants };
}

function productLines(nth: number): Buffer {
  const { product, variants } = partsOf(nth);
  const bytes = (one: unknown) => Buffer.byteLength(JSON.stringify(one)) + 1;
  const missing = PRODUCT_BYTES - [product, ...variants].reduce((sum: number, one) => sum + bytes(one), 0);
  const lines = [{ ...product, descriptionHtml: 'x'.repeat(missing) }, ...variants];
  return Buffer.from(lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
