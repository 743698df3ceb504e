import type { Static, TSchema } from 'typebox';
import { VARIANTS_MAX } from '../../../domain/catalog.ts';
import { UNCOUNTED } from '../../../domain/catalog-csv-cells.ts';
import { moneyOrNull } from '../../../domain/money.ts';
import { Type } from '../../../platform/type.ts';
import type { PlatformProduct } from '../port.ts';
import { pricesIn } from '../prices.ts';
import { readAs } from '../read.ts';
import type { AdminClient } from './client.ts';
import { fromGid, isShopifyId, toGid } from './ids.ts';
import { PRODUCT } from './operations.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String();
const Picture = nullable(Type.Object({ url: Text }));

const ProductNode = Type.Object({
  id: Text,
  handle: Text,
  title: Text,
  descriptionHtml: Text,
  vendor: Text,
  status: Text,
  publishedAt: nullable(Text),
  hasOnlyDefaultVariant: Type.Boolean(),
  options: Type.Array(Type.Object({ name: Text })),
  featuredMedia: nullable(Type.Object({ preview: Type.Optional(nullable(Type.Object({ image: Picture }))) })),
});
export const Stocked = Type.Object({
  inventoryQuantity: nullable(Type.Integer()),
  inventoryItem: Type.Object({ tracked: Type.Boolean() }),
});
export const VariantNode = Type.Object({
  ...Stocked.properties,
  id: Text,
  sku: nullable(Text),
  price: Text,
  compareAtPrice: nullable(Text),
  inventoryPolicy: Text,
  selectedOptions: Type.Array(Type.Object({ name: Text, value: Text })),
});
export const MediaNode = Type.Object({ image: Type.Optional(Picture) });
const VariantWithMedia = Type.Intersect([
  VariantNode,
  Type.Object({ media: Type.Object({ nodes: Type.Array(MediaNode) }) }),
]);
const PageInfo = Type.Object({ hasNextPage: Type.Boolean(), endCursor: nullable(Text) });
const Answer = Type.Object({
  product: nullable(
    Type.Intersect([
      ProductNode,
      Type.Object({ variants: Type.Object({ nodes: Type.Array(VariantWithMedia), pageInfo: PageInfo }) }),
    ]),
  ),
});

export type VariantParts = { variant: Static<typeof VariantNode>; imageUrl: string | null };

/** Reads a product with all its variants, page by page. */
export async function getProduct(admin: AdminClient, id: string, currency: string): Promise<PlatformProduct | null> {
  if (!isShopifyId(id)) return null;
  const variants: VariantParts[] = [];
  for (let after: string | null = null; ; ) {
    const page: Static<typeof Answer> = await admin.run(PRODUCT, { id: toGid('Product', id), after }, Answer);
    const { product } = page;
    if (product === null) return null;
    const { nodes, pageInfo } = product.variants;
    variants.push(...nodes.map((variant) => ({ variant, imageUrl: variant.media.nodes[0]?.image?.url ?? null })));
    if (!pageInfo.hasNextPage || variants.length >= VARIANTS_MAX) return toProduct(product, variants, currency);
    after = pageInfo.endCursor;
  }
}

/** Translates a product. Throws `malformed`. */
export function toProduct(value: unknown, variants: readonly VariantParts[], currency: string): PlatformProduct {
  const product = readAs(ProductNode, value, 'a product');
  const prices = pricesIn(currency);
  const optionNames = product.hasOnlyDefaultVariant ? [] : product.options.map(({ name }) => name);
  return {
    externalId: fromGid(product.id),
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    imageUrl: product.featuredMedia?.preview?.image?.url ?? null,
    // An unlisted product is on sale for everybody who has its address.
    published: (product.status === 'ACTIVE' || product.status === 'UNLISTED') && product.publishedAt !== null,
    currency,
    optionNames,
    variants: variants.map(({ variant, imageUrl }) => ({
      externalId: fromGid(variant.id),
      sku: variant.sku ?? '',
      optionValues: optionNames.map((name) => variant.selectedOptions.find((one) => one.name === name)?.value ?? ''),
      price: prices.read(variant.price),
      compareAtPrice: variant.compareAtPrice === null ? null : moneyOrNull(variant.compareAtPrice, currency),
      imageUrl,
      inStock: unitsOf(variant),
      // Shopify sells what it does not count for ever, too.
      oversellEnabled: variant.inventoryPolicy === 'CONTINUE' || !variant.inventoryItem.tracked,
    })),
    ...prices.told(),
  };
}

/** Returns the units in stock. What a store does not count is on the shelf. */
export const unitsOf = ({ inventoryQuantity, inventoryItem }: Static<typeof Stocked>): number =>
  inventoryItem.tracked ? (inventoryQuantity ?? 0) : Math.max(inventoryQuantity ?? 0, UNCOUNTED);
