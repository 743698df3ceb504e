import { searched } from './search.ts';
import type { Product, Root, Variant } from './things.ts';
import { numberOf, type Shop } from './things.ts';

export type NewVariant = Partial<
  Pick<Variant, 'sku' | 'price' | 'compareAtPrice' | 'inventoryQuantity' | 'inventoryPolicy'>
> & {
  id?: string;
  options?: string[];
  tracked?: boolean;
  image?: string;
};

export type NewProduct = Partial<Omit<Product, 'variants' | 'options' | 'id'>> & {
  id?: string;
  image?: string;
  optionNames?: string[];
  variants?: NewVariant[];
};

/** What the merchant does in Shopify's admin. */
export function addProduct(shop: Shop, given: NewProduct = {}): Product {
  const { id, image, optionNames = [], variants = [{}], ...fields } = given;
  const gid = id ? `gid://shopify/Product/${id}` : shop.nextId('Product');
  const product: Product = {
    __typename: 'Product',
    id: gid,
    handle: `product-${numberOf(gid)}`,
    title: 'A product',
    descriptionHtml: '',
    vendor: 'North & Pine',
    status: 'ACTIVE',
    publishedAt: shop.now(),
    hasOnlyDefaultVariant: optionNames.length === 0,
    options: [],
    featuredMedia: null,
    variants: [],
    updatedAt: shop.now(),
    ...fields,
  };
  if (image)
    product.featuredMedia = {
      __typename: 'MediaImage',
      id: shop.nextId('MediaImage'),
      preview: { image: { url: image } },
    };
  product.variants = variants.map((one) => newVariant(shop, product, { optionNames, ...one }));
  const names = optionNames.length > 0 ? optionNames : ['Title'];
  product.options = names.map((name, at) => ({
    name,
    values: [...new Set(product.variants.map(({ selectedOptions }) => selectedOptions[at]?.value ?? ''))],
  }));
  shop.products.push(product);
  shop.tell('products/create', productPayload(product));
  return product;
}

function newVariant(shop: Shop, product: Product, given: NewVariant & { optionNames: string[] }): Variant {
  const { id, options = [], optionNames, tracked = true, image, ...fields } = given;
  const named = optionNames.map((name, at) => ({ name, value: options[at] ?? '' }));
  return {
    __typename: 'ProductVariant',
    id: id ? `gid://shopify/ProductVariant/${id}` : shop.nextId('ProductVariant'),
    title: options.join(' / ') || 'Default Title',
    sku: null,
    price: '10.00',
    compareAtPrice: null,
    inventoryQuantity: 0,
    inventoryPolicy: 'DENY',
    inventoryItem: { id: shop.nextId('InventoryItem'), tracked },
    selectedOptions: named.length > 0 ? named : [{ name: 'Title', value: 'Default Title' }],
    media: image ? [{ __typename: 'MediaImage', id: shop.nextId('MediaImage'), image: { url: image } }] : [],
    product,
    ...fields,
  };
}

export function changeProduct(shop: Shop, id: string, change: Partial<Product>): void {
  const product = productOf(shop, id);
  Object.assign(product, change, { updatedAt: shop.now() });
  shop.tell('products/update', productPayload(product));
}

export function setStock(shop: Shop, variantId: string, available: number): void {
  const variant = shop.products
    .flatMap(({ variants }) => variants)
    .find(({ id }) => String(numberOf(id)) === variantId);
  if (!variant) throw new Error(`no variant ${variantId}`);
  variant.inventoryQuantity = available;
  variant.product.updatedAt = shop.now();
  const inventory_item_id = numberOf(variant.inventoryItem.id);
  const admin_graphql_api_id = `gid://shopify/InventoryLevel/1?inventory_item_id=${inventory_item_id}`;
  shop.tell('inventory_levels/update', { inventory_item_id, location_id: 1, available, admin_graphql_api_id });
  shop.tell('products/update', productPayload(variant.product));
}

export function deleteProduct(shop: Shop, id: string): void {
  const product = productOf(shop, id);
  shop.products.splice(shop.products.indexOf(product), 1);
  const about = { action: 'destroy', subjectId: product.id, subjectType: 'PRODUCT', createdAt: shop.now() };
  shop.events.push({ __typename: 'BasicEvent', id: shop.nextId('BasicEvent'), ...about });
  shop.tell('products/delete', { id: numberOf(product.id) });
}

function productOf(shop: Shop, id: string): Product {
  const product = shop.products.find((one) => String(numberOf(one.id)) === id);
  if (!product) throw new Error(`no product ${id}`);
  return product;
}

function productPayload({ id, title, handle, variants }: Product): Record<string, unknown> {
  return {
    id: numberOf(id),
    admin_graphql_api_id: id,
    title,
    handle,
    variants: variants.map((one) => ({ id: numberOf(one.id) })),
  };
}

export function productRoot(shop: Shop): Root {
  const byUpdate = (one: { updatedAt: string }, other: { updatedAt: string }) =>
    one.updatedAt < other.updatedAt ? -1 : 1;
  const everything = () => [
    ...shop.products,
    ...shop.products.flatMap(({ variants }) => variants),
    ...inventoryItems(shop),
    ...shop.orders,
  ];
  return {
    product: ({ id }) => shop.products.find((one) => one.id === id) ?? null,
    products: ({ query, sortKey }) => {
      const terms = { id: (one: Product) => numberOf(one.id), updated_at: (one: Product) => one.updatedAt };
      const found = searched(shop.products, query, terms);
      return sortKey === 'UPDATED_AT'
        ? found.toSorted(byUpdate)
        : found.toSorted((a, b) => numberOf(a.id) - numberOf(b.id));
    },
    productVariants: () => shop.products.flatMap(({ variants }) => variants),
    nodes: ({ ids }) => (ids as string[]).map((id) => everything().find((one) => one.id === id) ?? null),
    events: ({ query }) =>
      searched(shop.events, query, {
        id: ({ id }) => numberOf(id),
        action: ({ action }) => action,
        subject_type: ({ subjectType }) => subjectType,
        created_at: ({ createdAt }) => createdAt,
      }),
  };
}

function inventoryItems(shop: Shop) {
  return shop.products.flatMap(({ variants }) =>
    variants.map((variant) => ({ __typename: 'InventoryItem', ...variant.inventoryItem, variants: [variant] })),
  );
}
