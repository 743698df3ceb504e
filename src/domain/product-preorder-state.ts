/** What a storefront can offer for a variant or product now (contract: Preorder state). */
export type PreorderState = 'NO_OPEN_WAITLISTS' | 'AVAILABLE_IN_STOCK' | 'ON_PREORDER' | 'SOLD_OUT';

export type VariantSupply = {
  /** The platform's count of its stock. */
  inStock: number;
  /** The variant is no longer in the catalogue, so its last counted stock is not for sale. */
  gone: boolean;
  /** The open waitlist of the product sells this variant. */
  onWaitlist: boolean;
  /** Units of that waitlist that are neither held nor sold. */
  left: number;
};

/** Returns a variant's state. Stock comes first: what can ship today needs no pre-order. */
export function preorderStateOfVariant({ inStock, gone, onWaitlist, left }: VariantSupply): PreorderState {
  if (inStock > 0 && !gone) return 'AVAILABLE_IN_STOCK';
  if (!onWaitlist) return 'NO_OPEN_WAITLISTS';
  return left > 0 ? 'ON_PREORDER' : 'SOLD_OUT';
}

/** Returns true if a variant is left to the store's shelf: its waitlist sells what is in stock first, and some is. */
export function isLeftToShelf(
  shelfFirst: boolean,
  { inStock, gone }: Pick<VariantSupply, 'inStock' | 'gone'>,
): boolean {
  return shelfFirst && inStock > 0 && !gone;
}

const BEST_FIRST: readonly PreorderState[] = ['AVAILABLE_IN_STOCK', 'ON_PREORDER', 'SOLD_OUT'];

/** Returns a product's state: the best state of its variants. */
export function preorderStateOfProduct(variants: readonly VariantSupply[]): PreorderState {
  const states = new Set(variants.map(preorderStateOfVariant));
  return BEST_FIRST.find((state) => states.has(state)) ?? 'NO_OPEN_WAITLISTS';
}
