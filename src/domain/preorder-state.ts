/** What a storefront can offer of a variant or product right now (contract: Preorder state). */
export type PreorderState = 'NO_OPEN_WAITLISTS' | 'AVAILABLE_IN_STOCK' | 'ON_PREORDER' | 'SOLD_OUT';

export type VariantSupply = {
  /** What the store itself has on the shelf. */
  inStock: number;
  /** No longer in the catalogue: what was counted on the shelf then is not for sale. */
  gone: boolean;
  /** The open waitlist of its product sells it. */
  onWaitlist: boolean;
  /** Units of that waitlist that are neither held nor sold. */
  left: number;
};

/** The shelf comes first: what can ship today is no pre-order. */
export function preorderStateOfVariant({ inStock, gone, onWaitlist, left }: VariantSupply): PreorderState {
  if (inStock > 0 && !gone) return 'AVAILABLE_IN_STOCK';
  if (!onWaitlist) return 'NO_OPEN_WAITLISTS';
  return left > 0 ? 'ON_PREORDER' : 'SOLD_OUT';
}

const BEST_FIRST: readonly PreorderState[] = ['AVAILABLE_IN_STOCK', 'ON_PREORDER', 'SOLD_OUT'];

/** A product offers the best that any of its variants does. */
export function preorderStateOfProduct(variants: readonly VariantSupply[]): PreorderState {
  const states = new Set(variants.map(preorderStateOfVariant));
  return BEST_FIRST.find((state) => states.has(state)) ?? 'NO_OPEN_WAITLISTS';
}
