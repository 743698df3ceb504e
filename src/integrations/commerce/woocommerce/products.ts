import { UNCOUNTED } from '../../../domain/catalog-csv-cells.ts';
import { moneyOrNull } from '../../../domain/money.ts';
import { safetyFromPairs } from '../../../domain/product-safety-fields.ts';
import { decodeEntities } from '../../../platform/html-entities.ts';
import { CommerceError, type PlatformProduct } from '../port.ts';
import { pricesIn } from '../prices.ts';
import { readAs } from '../read.ts';
import { WooProduct, type WooProductValue, type WooStockValue, type WooVariationValue } from './wire.ts';

/** Reads a product without its variations. Throws `malformed`, also for kinds that are not sold themselves. */
export function readProduct(value: unknown): WooProductValue {
  const product = readAs(WooProduct, value, 'a product');
  if (product.type === 'grouped' || product.type === 'external') {
    throw new CommerceError('malformed', `It is a ${product.type} product, which is sold as its parts or elsewhere.`);
  }
  return product;
}

/** Returns true if a product has variations, which are asked for by themselves. Plugins have kinds such as `variable-subscription`. */
export const isVariable = ({ type }: WooProductValue): boolean => type.startsWith('variable');

type ProductWithVariations = { product: WooProductValue; variations: readonly WooVariationValue[]; currency: string };

/** Puts a product together. Throws `malformed`. */
export function toProduct({ product, variations, currency }: ProductWithVariations): PlatformProduct {
  const optionNames = isVariable(product)
    ? product.attributes.filter(({ variation }) => variation).map(({ name }) => name)
    : [];
  const one = { ...product, attributes: [], image: null, menu_order: 0 };
  // A variation that the merchant switched off is private.
  const sold = isVariable(product) ? variations.filter(({ status }) => status === 'publish') : [one];
  if (sold.length === 0) throw new CommerceError('malformed', 'It has no variation that could be bought.');
  const prices = pricesIn(currency);
  return {
    externalId: String(product.id),
    handle: product.slug || `product-${product.id}`, // a draft has none
    title: decodeEntities(product.name),
    descriptionHtml: product.description,
    vendor: '',
    imageUrl: product.images[0]?.src ?? null,
    published: product.status === 'publish',
    currency,
    optionNames: optionNames.map(decodeEntities),
    variants: sold.map((variation) => ({
      externalId: String(variation.id),
      sku: variation.sku,
      optionValues: optionNames.map((name) => decodeEntities(optionOf(variation, name))),
      price: variation.price === '' ? null : prices.read(variation.price),
      compareAtPrice: variation.on_sale ? moneyOrNull(variation.regular_price, currency) : null,
      imageUrl: imageOf(variation),
      inStock: inStockOf(variation),
      oversellEnabled: oversells(variation),
    })),
    safety: product.meta_data && safetyFromPairs(product.meta_data.map(({ key, value }) => [key, value] as const)),
    ...prices.told(),
    ...taxClassOf(product, sold),
  };
}

/** Says how goods are taxed that are not of the store's standard class. A variation is taxed as its product unless it says otherwise. */
function taxClassOf(product: WooProductValue, sold: readonly { tax_class: string }[]): { taxClass?: string } {
  if (product.tax_status !== 'taxable') return { taxClass: `tax status ${product.tax_status}` };
  const own = [product, ...sold].find(({ tax_class: of }) => of !== '' && of !== 'parent');
  return own ? { taxClass: own.tax_class } : {};
}

// A variation may stand for every value of an attribute; the shopper then says which. WooCommerce leaves it out.
const ANY = 'Any';

function optionOf({ attributes }: WooVariationValue, option: string): string {
  return attributes.find(({ name }) => name === option)?.option || ANY;
}

function imageOf({ image }: WooVariationValue): string | null {
  return image && 'src' in image ? image.src : null; // an empty list where there is none
}

/** Returns the units in stock. Of what a store does not count, it says only whether there is some: that is one at least. */
export function inStockOf({ manage_stock, stock_quantity, stock_status }: WooStockValue): number {
  if (manage_stock !== false) return Math.floor(stock_quantity ?? 0);
  return stock_status === 'instock' ? UNCOUNTED : 0;
}

function oversells({ manage_stock, backorders, stock_status }: WooStockValue): boolean {
  return manage_stock === false ? stock_status === 'onbackorder' : backorders !== 'no';
}
