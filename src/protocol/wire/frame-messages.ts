import type { CustomerData } from './customer-data.ts';
import type { LineItemProperties, SdkEvents } from './sdk-events.ts';

/**
 * What the SDK and a frame say to each other; private, and apart from the public events (docs/frame-protocol.md).
 *
 * 1. The SDK makes the iframe. Its fragment carries `FrameState` as URI-encoded JSON, with a nonce and the page's origin.
 * 2. The frame posts one `Hello` with a MessagePort to exactly that origin. The SDK checks origin, source and nonce.
 * 3. Everything else goes over the port. Unknown messages are ignored on both sides.
 */
export const PROTOCOL = 1;

/** Frame types that have a document under `/frames/{PROTOCOL}/{type}`. */
export type FrameType = 'button' | 'price' | 'checkout';

export type StyleProperties = Record<string, string>;

/** The fragment of a placement's document: the first paint is right without a message. */
export type FrameState = {
  /** nonce of this mount */
  n: string;
  /** origin of the page, the only one the frame speaks to */
  o: string;
  /** selected variant id, if any */
  v?: string;
  /** fallbackToSoldOut */
  f?: boolean;
  /** style, hoverStyle, disabledStyle, labelStyle; already checked by the SDK, checked again by the frame */
  s?: PlacementStyles;
};

export type PlacementStyles = {
  style?: StyleProperties;
  hoverStyle?: StyleProperties;
  disabledStyle?: StyleProperties;
  labelStyle?: StyleProperties;
};

export type Hello = { service: typeof PROTOCOL; nonce: string; view: PlacementView };

/** What a placement shows now; sent in the hello and after each change. Height 0 means nothing to show. */
export type PlacementView = {
  height: number;
  disabled: boolean;
  sku: string;
  skuId: string | null;
  releaseId: string | null;
  /** Set when the page's origin may not open the checkout. */
  refused?: 'origin_not_allowed';
};

/** SDK → button or price. `v: null` clears the variant. `i` numbers the update, its answer carries the same number. */
export type ToPlacement = { t: 'set'; i: number; v?: string | null; f?: boolean; s?: PlacementStyles };

/** Button or price → SDK. */
export type FromPlacement =
  | { t: 'view'; i?: number; view: PlacementView }
  | { t: 'click'; view: PlacementView }
  | { t: 'error'; name: string; message: string };

/** SDK → checkout. `open` comes once the port stands; `customer` follows when the page has answered (or never). */
export type ToCheckout =
  | { t: 'open'; variantId: string | null; lineItemProperties: LineItemProperties | null }
  | { t: 'customer'; data: CustomerData | null };

/** Checkout → SDK. `event` is passed on to the page's listeners. */
export type FromCheckout =
  | { t: 'close' }
  | { t: 'completed' }
  | CheckoutEvent<'PreorderCheckoutStep'>
  | CheckoutEvent<'PreorderCheckoutSubmitted'>
  | CheckoutEvent<'PreorderCreated'>
  | CheckoutEvent<'PreorderFailed'>;

type CheckoutEvent<Name extends keyof SdkEvents> = { t: 'event'; name: Name; payload: SdkEvents[Name] };
