import type { ModalTexts } from './frame-messages.ts';

/**
 * What the server puts into a frame's document as JSON: texts, prices and states ready to show. Frames decide nothing;
 * they select the view of the chosen variant.
 */
export type ButtonVariantView = {
  sku: string;
  /** 'order' can be bought, 'sold_out' has no units left, 'none' has no open waitlist: only `fallbackToSoldOut` shows it. */
  state: 'order' | 'sold_out' | 'none';
  /** "Pre-order", "Sold Out", before a launch "Coming soon"; '' shows nothing */
  text: string;
  /** "Ships 10–15 Jun", before a launch "From 12 Jun", in a test store "Ships 10–15 Jun · Test store"; '' for none */
  label: string;
};

export type PlacementDocument = {
  /** Open waitlist's id, or null. */
  waitlist: string | null;
  /** The variant that is meant while the page names none: a product's only one, or the one whose SKU named the product. */
  chosen: string | null;
  /** For who builds the page: why there is nothing to show, '' for no reason. Live stores say nothing. `mode` null: of a key that no store has. */
  developer?: { why: string; mode: 'test' | null };
};

export type ButtonDocument = PlacementDocument & {
  /** Variant id → its view. */
  variants: Record<string, ButtonVariantView>;
  /** Shown, and disabled, while no variant is chosen. */
  unchosen: ButtonVariantView;
  /** Origins that may open the checkout; null: any (a test store). */
  origins: string[] | null;
  modal: ModalTexts;
  /** Of the learn-more link and its modal; null where there is no open waitlist to learn about. */
  learn: (ModalTexts & { link: string }) | null;
};

export type PriceVariantView = {
  sku: string;
  /** Formatted price; '' shows nothing. */
  price: string;
  /** Formatted compare-at price to strike, '' for none. */
  compareAt: string;
};

export type PriceDocument = PlacementDocument & {
  variants: Record<string, PriceVariantView>;
  unchosen: PriceVariantView;
  /** "Test store", shown by a store in test mode; '' for a live one. */
  testText: string;
  /** Read to screen readers before the struck price: "Regular price". */
  compareAtText: string;
};
