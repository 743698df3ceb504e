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
export type FrameType = 'button' | 'price' | 'checkout' | 'isolated' | 'learn-more' | 'status';

/** Frame types that stand in a container of the page. */
export type PlacementType = 'button' | 'price';

export type StyleProperties = Record<string, string>;

/**
 * The styles as the page wrote them, of bounded length: the frame checks them (wire/style.ts) and tells which it refused.
 * null is as good as absent: the page cleared it.
 */
export type PlacementStyles = {
  style?: StyleProperties | null | undefined;
  hoverStyle?: StyleProperties | null | undefined;
  disabledStyle?: StyleProperties | null | undefined;
  labelStyle?: StyleProperties | null | undefined;
};

/** What a placement is told: in its fragment at first, over its port from then on. */
export type PlacementSetting = PlacementStyles & {
  /** selected variant id, if any */
  v?: string | null | undefined;
  /** fallbackToSoldOut */
  f?: boolean | null | undefined;
};

/** The fragment of a frame's document: the first paint is right without a message. A checkout gets no setting. */
export type FrameState = Partial<PlacementSetting> & {
  /** nonce of this mount */
  n: string;
  /** origin of the page, the only one the frame speaks to */
  o: string;
  /** the page's used `color-scheme` around the frame; the same inside keeps the frame transparent */
  c: string;
  /** the colour of the page's text around the frame: a page may be dark without a scheme that says so */
  color: string;
  /** size of a placement's text in pixels, measured in the page, where `style.fontSize` has its meaning */
  px?: number;
};

/** The one message by `window.postMessage`; the port of a channel comes with it. */
export type Hello = {
  service: typeof PROTOCOL;
  nonce: string;
  /** The iframe's accessible name, in the reader's language. */
  title: string;
  /** null: a frame that is no placement (the checkout). */
  view: PlacementView | null;
  /** Set by the document that stands in for one which the page may not embed. */
  fault?: 'origin_not_allowed';
};

/** What a placement shows now; sent in the hello and after each change. */
export type PlacementView = {
  /** CSS pixels of the content; 0 means nothing to show; null that it could not be measured yet and will follow. */
  height: number | null;
  /** Of these, what stands below the button and is not part of the merchant's `style.height`; 0 for a price. */
  label: number;
  disabled: boolean;
  /** What events say of it: the chosen variant's SKU code and id, and the waitlist's id. */
  ref: { sku: string; skuId: string | null; releaseId: string | null };
  /** What the page's developer should hear of: a declaration that was refused, e.g. `['style', 'color', …]`, or why nothing is shown. */
  refused: [part: string, name: string, message: string][];
  /** Set when the page's origin may not open the checkout. */
  fault?: 'origin_not_allowed';
};

/** The few words the SDK itself shows around the checkout frame, in the reader's language. */
export type ModalTexts = {
  /** The dialog's accessible name. */
  title: string;
  loading: string;
  /** The checkout did not load. */
  failed: string;
};

/** SDK → button or price: all that changes without another document. Its answer carries the same `i`. */
export type ToPlacement = { t: 'set'; i: number; px: number } & PlacementSetting;

/** Button or price → SDK. */
export type FromPlacement =
  /** Without `i`: the content's height changed by itself, e.g. because a line wraps. */
  | { t: 'view'; i?: number; view: PlacementView }
  /** `warm`: the shopper points at, touches or focuses the button, a checkout may be near. `click`: they want it. */
  | { t: 'warm' | 'click'; view: PlacementView; texts: ModalTexts }
  /** They ask what a pre-order is; `learn` are the texts of that modal, `texts` the checkout's, which it leads to. */
  | { t: 'learn'; view: PlacementView; texts: ModalTexts; learn: ModalTexts };

/**
 * SDK → checkout. The frame may be loaded before it is wanted: it asks for nothing and shows nothing until `open`, which
 * comes once for each document. `customer` follows when the page has answered, which may take it any time. Of the
 * customer's data only the shape is sure: an object with some of the keys of `CustomerData`; the frame looks at each
 * field's type.
 */
export type ToCheckout =
  | { t: 'open'; variantId: string | null; lineItemProperties: LineItemProperties | null | undefined }
  | { t: 'customer'; data: CustomerData | null };

/**
 * Checkout → SDK. `close` ends the modal and the frame with it (also for Escape inside the frame). `event` is passed on
 * to the page's listeners.
 */
export type FromCheckout = { t: 'close' } | FromCheckoutEvent;

export type FromCheckoutEvent =
  | FrameEvent<'PreorderCheckoutStep'>
  | FrameEvent<'PreorderCheckoutSubmitted'>
  | FrameEvent<'PreorderCreated'>
  | FrameEvent<'PreorderFailed'>;

/** An event for the page. With `releaseId`, the waitlist's id, it is one that is counted for the merchant. */
export type FrameEvent<Name extends keyof SdkEvents = keyof SdkEvents> = {
  t: 'event';
  name: Name;
  payload: SdkEvents[Name];
  releaseId?: string;
};

/** SDK → any frame that told an event: nobody on the page listened to it. */
export type Unheard = { t: 'unheard'; name: keyof SdkEvents };

/** The document that leads an isolated page's shopper to the checkout → SDK. It is told what a checkout is told, and tells what one would. */
export type FromIsolated = FromCheckout;

/** Learn-more → SDK. `order`: close it and open the checkout of the placement it was opened from. */
export type FromLearnMore = { t: 'close' } | { t: 'order' };

/**
 * SDK → status page. `open` comes after each hello; the token never stands in an address. Where nobody listened to
 * `ArrangeReturnClicked` the frame itself has to say how a return works.
 */
export type ToStatus = { t: 'open'; mode: 'logged_in' | 'guest'; token: string | null | undefined } | Unheard;

/** Status page → SDK. `height`: CSS pixels of the content, after each change. `event` is passed on to the page. */
export type FromStatus =
  | { t: 'height'; height: number }
  | FrameEvent<'PreorderCancelled'>
  | FrameEvent<'ArrangeReturnClicked'>;
