import type { Minor } from './money.ts';

/** A product as a platform describes it. `externalId` is the platform's id, or one made from the handle where it gave none. */
export type CatalogProduct = {
  externalId: string;
  handle: string;
  title: string;
  /** As the platform gave it. Never trusted: whoever shows it makes it safe first. */
  descriptionHtml: string;
  vendor: string;
  imageUrl: string | null;
  /** `['Size', 'Colour']`; empty for a product that comes in one form only. */
  optionNames: string[];
  variants: CatalogVariant[];
};

export type CatalogVariant = {
  externalId: string;
  /** May be empty and need not be unique: never a key. */
  sku: string;
  /** One for each of the product's option names; empty for the only variant of a product without options. */
  optionValues: string[];
  /** Null: the platform gave none; a waitlist then needs one. */
  price: Minor | null;
  compareAtPrice: Minor | null;
  imageUrl: string | null;
  /** What the platform has on its shelf; may be negative. */
  inStock: number;
  /** The platform goes on selling at zero. */
  oversellEnabled: boolean;
};

/** Shopify's own limit is 2,048. Every answer about a product lists them all. */
export const VARIANTS_MAX = 2_048;

/** Turns a text into the hex digits of its SHA-256. Given by the caller: the rules know no library. */
export type Sha256 = (text: string) => string;

// 15 digits stay below 2^53, so an id survives being read as a number. The first digit is never 0 for the same reason.
const ID_FIRST = 100_000_000_000_000n;
const ID_COUNT = 900_000_000_000_000n;

function idFrom(digest: string): string {
  const bits = BigInt(`0x${digest.slice(0, 16)}`); // 64 of them: far more than 15 digits hold
  return (ID_FIRST + (bits % ID_COUNT)).toString();
}

/**
 * The id of a product whose platform gives none: it depends on the handle and on nothing else, so it is the same in
 * every import. Two handles may meet on one id; whoever writes the second refuses it (`id_collision`).
 */
export function productExternalId(sha256: Sha256, handle: string): string {
  return idFrom(sha256(JSON.stringify(['product', handle])));
}

/** As `productExternalId`, from the handle and the option values in their order. */
export function variantExternalId(sha256: Sha256, handle: string, optionValues: readonly string[]): string {
  return idFrom(sha256(JSON.stringify(['variant', handle, ...optionValues])));
}
