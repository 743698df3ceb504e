import Type, { type Static } from 'typebox';
import { type CatalogVariant, VARIANTS_MAX } from '../../../domain/catalog.ts';
import { AppError } from '../../../domain/error.ts';
import { type Minor, parseMoney } from '../../../domain/money.ts';
import { CommerceError, type PlatformProduct } from '../port.ts';
import { readAs } from '../read.ts';
import type { AdminClient } from './client.ts';
import { fromGid, isShopifyId, toGid } from './ids.ts';
import { PRODUCT } from './operations.ts';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
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
export const VariantNode = Type.Object({
  id: Text,
  sku: nullable(Text),
  price: Text,
  compareAtPrice: nullable(Text),
  inventoryQuantity: nullable(Type.Integer()),
  inventoryPolicy: Text,
  inventoryItem: Type.Object({ tracked: Type.Boolean() }),
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
    variants: variants.map((parts) => toVariant(parts, optionNames, currency)),
  };
}

function toVariant({ variant, imageUrl }: VariantParts, names: readonly string[], currency: string): CatalogVariant {
  const values = new Map(variant.selectedOptions.map(({ name, value }) => [name, value]));
  return {
    externalId: fromGid(variant.id),
    sku: variant.sku ?? '',
    optionValues: names.map((name) => values.get(name) ?? ''),
    price: readPrice(variant.price, currency),
    compareAtPrice: variant.compareAtPrice === null ? null : readPrice(variant.compareAtPrice, currency),
    imageUrl,
    inStock: variant.inventoryQuantity ?? 0,
    // Shopify sells what it does not count for ever, too.
    oversellEnabled: variant.inventoryPolicy === 'CONTINUE' || !variant.inventoryItem.tracked,
  };
}

function readPrice(price: string, currency: string): Minor {
  try {
    return parseMoney(price, currency);
  } catch (error) {
    if (error instanceof AppError) throw new CommerceError('malformed', error.message);
    throw error;
  }
}
