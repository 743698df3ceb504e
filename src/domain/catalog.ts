import type { Minor } from './money.ts';
import type { ProductSafety } from './product-safety.ts';

/**
 * A product as a platform describes it. `externalId` is the platform's id; when it gave none, an id made from the handle.
 */
export type CatalogProduct = {
  externalId: string;
  handle: string;
  title: string;
  /** The platform's text, unchanged and untrusted: code that shows it has to make it safe first. */
  descriptionHtml: string;
  vendor: string;
  imageUrl: string | null;
  /** `['Size', 'Colour']`; empty for a product that comes in one form only. */
  optionNames: string[];
  variants: CatalogVariant[];
  /** Absent where the platform has no place for it, so that what was known stays. */
  safety?: ProductSafety | undefined;
};

export type CatalogVariant = {
  externalId: string;
  /** May be empty and need not be unique: never a key. */
  sku: string;
  /** One value for each of the product's option names; empty for the only variant of a product without options. */
  optionValues: string[];
  /** Null when the platform gave no price. A waitlist then needs its own. */
  price: Minor | null;
  compareAtPrice: Minor | null;
  imageUrl: string | null;
  /** The platform's count of its stock; may be negative. */
  inStock: number;
  /** The platform goes on selling at zero. */
  oversellEnabled: boolean;
};

/** Shopify has the same limit. Each answer about a product lists all its variants. */
export const VARIANTS_MAX = 2_048;

/** Returns the hex digits of a text's SHA-256. The caller supplies the function, since the rules import no library. */
export type Sha256 = (text: string) => string;

// 15 digits stay below 2^53, and the first one is never 0, so an id that is read as a number keeps its value.
const ID_FIRST = 100_000_000_000_000n;
const ID_COUNT = 900_000_000_000_000n;

function idFrom(digest: string): string {
  const bits = BigInt(`0x${digest.slice(0, 16)}`); // 64 bits: far more than 15 digits hold
  return (ID_FIRST + (bits % ID_COUNT)).toString();
}

/**
 * Returns the id of a product whose platform gives none. It depends on the handle alone, so it is the same in every
 * import. Two handles may have the same id; the import refuses the second one (`id_collision`).
 */
export function productExternalId(sha256: Sha256, handle: string): string {
  return idFrom(sha256(JSON.stringify(['product', handle])));
}

/**
 * Returns the id of a variant whose platform gives none. It depends on the handle and the option values in their order.
 */
export function variantExternalId(sha256: Sha256, handle: string, optionValues: readonly string[]): string {
  return idFrom(sha256(JSON.stringify(['variant', handle, ...optionValues])));
}
