import type { Sha256 } from './catalog.ts';
import type { Minor } from './money.ts';
import type { SaidSafety } from './product-safety.ts';

/** What a row says about its product. Null says nothing: the value of another row or of the catalogue stays. */
export type ProductCells = {
  title: string | null;
  descriptionHtml: string | null;
  vendor: string | null;
  imageUrl: string | null;
  imagePosition: number | null;
  /** Empty when the product has only one variant, without options. */
  optionNames: string[] | null;
};

/** The id that a file names, or null, and the one that is made where the platform's is unknown. */
export type RowId = { given: string | null; made: string | null };

export type VariantCells = {
  id: RowId;
  /** Empty for the only variant of a product without options. */
  optionValues: string[];
  /** True when the row has option values. A row without them is the only variant of a product without options. */
  named: boolean;
  /**
   * True when the row has neither options nor price nor SKU, so that it may only repeat the title beside another image.
   */
  bare: boolean;
  /** False when a cell was refused: the variant stays as it was. */
  fit: boolean;
  sku: string;
  price: Minor | null;
  /** True when the file has it finer than the currency. */
  isRounded: boolean;
  compareAtPrice: Minor | null;
  imageUrl: string | null;
  /** Null when the product is counted for all of its variants. */
  inStock: number | null;
  oversellEnabled: boolean;
};

/** What one row of a file says about the catalogue. */
export type CatalogRow = {
  line: number;
  /** Names the product within the file: rows with the same key are about one product. */
  productKey: string;
  /** The handle as the platform has it; null when the file does not say it. */
  handle: string | null;
  /** A handle for a new product whose handle the file does not say; another product may have it already. */
  handleGuess: string | null;
  productId: RowId;
  /** The SKU by which rows of variants may name their product, with the key `sku:…`; null for other rows. */
  productSku: string | null;
  product: ProductCells;
  /** What the product counts for those of its variants that have no stock of their own; null when it counts nothing. */
  stock: { inStock: number; oversellEnabled: boolean } | null;
  /** Null when the row only adds an image, or when its options cannot be read. */
  variant: VariantCells | null;
  /** True when it is unknown which variant the row is about: no variant of this product may be counted as absent. */
  unreadable: boolean;
  /** Absent where the file has no column for it. */
  safety?: SaidSafety | undefined;
};

export const NOTHING_SAID: ProductCells = {
  title: null,
  descriptionHtml: null,
  vendor: null,
  imageUrl: null,
  imagePosition: null,
  optionNames: null,
};

/** What reading a row needs to know of its file, and the functions that the rules may not import. */
export type FileFacts = { currency: string; sha256: Sha256; decodeEntities: (text: string) => string };

/** Makes a handle from a title, as stores make the last part of a product's address. */
export function guessHandle(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return words.slice(0, 200) || 'product';
}
