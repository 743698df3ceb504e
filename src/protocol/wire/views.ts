import type { ModalTexts } from './frame-messages.ts';

/**
 * The data in the documents of frames, as JSON: texts, prices and states that are ready to show. Frames decide nothing;
 * they only select the view of the chosen variant.
 */
export type ButtonVariantView = {
  sku: string;
  /** The id of now, in a view under an id that the variant had earlier. */
  id?: string;
  /**
   * order: can be bought · held: others are paying for the last units · sold_out: no units are left · none: no open waitlist,
   * shown only with `fallbackToSoldOut`
   */
  state: 'order' | 'held' | 'sold_out' | 'none';
  /** When the first of those who are paying runs out of time (ISO 8601); null if that cannot be said. Only where it is held. */
  heldUntil?: string | null;
  /** "Pre-order", "Sold Out", or before a launch "Coming soon"; '' to show nothing */
  text: string;
  /** "Ships 10–15 Jun", before a launch "From 12 Jun"; `{time}` stands for `heldUntil` on the reader's clock; '' for no label */
  label: string;
};

export type PlacementDocument = {
  /** The open waitlist's id, or null. */
  waitlist: string | null;
  /**
   * The variant that is chosen when the page names none: the product's only one, or the one whose SKU named the product.
   */
  chosen: string | null;
  /**
   * Tells the page's developer why nothing is shown; `why` is '' without a reason. Live stores do not send it. `mode` is
   * null for a key that no store has. `noVariant` is said when the page names a variant that the product does not have; `{id}`
   * stands for what it names.
   */
  developer?: { why: string; mode: 'test' | null; noVariant?: string };
};

export type ButtonDocument = PlacementDocument & {
  /** The views by variant id. */
  variants: Record<string, ButtonVariantView>;
  /** The view while no variant is chosen; its button is disabled. */
  unchosen: ButtonVariantView;
  /**
   * Set while a view is held. `session` names what the checkout keeps in this tab (`checkout/session.ts`), by which the frame
   * knows a shopper who has units; `goOn` is what such a shopper reads.
   */
  held?: { session: string; goOn: string };
  /** The origins that may open the checkout; null for any origin, in a test store. */
  origins: string[] | null;
  modal: ModalTexts;
  /** The learn-more link and the title of its modal, whose other texts are those of `modal`; null without an open waitlist. */
  learn: { link: string; title: string } | null;
};

export type PriceVariantView = {
  sku: string;
  /** The id of now, in a view under an id that the variant had earlier. */
  id?: string;
  /** The formatted price; '' to show nothing. */
  price: string;
  /** The formatted compare-at price, shown struck; '' without one. */
  compareAt: string;
  /** "Lowest price of the last 30 days: €80.00"; absent where it is not said. */
  lowest?: string;
};

export type PriceDocument = PlacementDocument & {
  variants: Record<string, PriceVariantView>;
  unchosen: PriceVariantView;
  /** The text that screen readers say before the struck price: "Regular price". */
  compareAtText: string;
};
