import type { CustomerData } from './customer-data.ts';
import type { LineItemProperties, SdkEvents } from './sdk-events.ts';

/**
 * The messages between the SDK and a frame. They are private and separate from the public events (docs/frame-protocol.md).
 *
 * 1. The SDK makes the iframe. Its fragment carries `FrameState` as URI-encoded JSON, with a nonce and the page's origin.
 * 2. The frame posts one `Hello` with a MessagePort to exactly that origin. The SDK checks origin, source and nonce.
 * 3. All other messages go over the port. Both sides ignore unknown messages.
 */
export const PROTOCOL = 1;

/** Frame types that have a document under `/frames/{PROTOCOL}/{type}`. */
export type FrameType = PlacementType | DialogType | 'status';

/** Frame types that are shown in a dialog over the page. */
export type DialogType = 'checkout' | 'isolated' | 'learn-more';

/** Frame types that are shown in a container of the page. */
export type PlacementType = StyledType | 'withdrawal';

/** The placements about a product, whose look a merchant chooses in the portal. */
export type StyledType = 'button' | 'price';

export type StyleProperties = Record<string, string>;

/**
 * The styles as the page gave them, of bounded length. The frame checks them (wire/style.ts) and reports which it refused.
 * Null means that the page cleared a style, and is treated like an absent one.
 */
export type PlacementStyles = {
  style?: StyleProperties | null | undefined;
  hoverStyle?: StyleProperties | null | undefined;
  disabledStyle?: StyleProperties | null | undefined;
  labelStyle?: StyleProperties | null | undefined;
};

/** A placement's settings. The frame gets them first in its fragment, and later over its port. */
export type PlacementSetting = PlacementStyles & {
  /** selected variant id, if any */
  v?: string | null | undefined;
  /** fallbackToSoldOut */
  f?: boolean | null | undefined;
};

/** The fragment of a frame's document, so that the first paint needs no message. A checkout gets no settings in it. */
export type FrameState = Partial<PlacementSetting> & {
  /** nonce of this mount */
  n: number;
  /** origin of the page, the only one to which the frame posts messages */
  o: string;
  /** the page's used `color-scheme` around the frame; a frame is transparent only with the same scheme inside */
  c: string;
  /** the colour of the page's text around the frame: a page may be dark without a dark `color-scheme` */
  color: string;
  /** size of a placement's text in pixels, measured in the page, since `style.fontSize` is relative to the page */
  px?: number;
};

/** The only message by `window.postMessage`. It transfers the port for all others. */
export type Hello = {
  service: typeof PROTOCOL;
  nonce: number;
  /** The iframe's accessible name, in the reader's language. */
  title: string;
  /** Null for a frame that is not a placement, such as the checkout. */
  view: PlacementView | null;
  /** CSS declarations for the frame of a dialog that does not fill it. */
  panel?: string;
  /** Set by the document that is served instead of one that the page may not embed. */
  fault?: 'origin_not_allowed';
};

/** What a placement shows now. It is sent in the hello and after each change. */
export type PlacementView = {
  /** The content's height in CSS pixels. 0: there is nothing to show · null: it cannot be measured yet and follows. */
  height: number | null;
  /** The part of `height` below the button, which the merchant's `style.height` does not include; 0 for a price. */
  label: number;
  disabled: boolean;
  /** What the placement's events contain: the chosen variant's SKU code and id, and the waitlist's id. */
  ref: { sku: string; skuId: string | null; releaseId: string | null };
  /** Notes for the page's developer: a refused declaration, such as `['style', 'color', …]`, or why nothing is shown. */
  refused: [part: string, name: string, message: string][];
  /** Set when the page's origin may not open the checkout. */
  fault?: 'origin_not_allowed';
};

/** The texts that the SDK itself shows around the checkout frame, in the reader's language. */
export type ModalTexts = {
  /** The dialog's accessible name. */
  title: string;
  loading: string;
  /** Shown when the checkout did not load, and asks to try again. */
  failed: string;
  /** Beside `failed`, what closes the dialog. */
  close: string;
};

/** SDK → button or price: the settings that can change without another document. The answer has the same `i`. */
export type ToPlacement = { t: 'set'; i: number; px: number } & PlacementSetting;

/** Button or price → SDK. */
export type FromPlacement =
  /** Has no `i` when the content's height changed by itself, for example because a line wraps. */
  | { t: 'view'; i?: number; view: PlacementView }
  /**
   * `warm`: the shopper points at, touches or focuses the button and may soon open the checkout. `click`: they open it.
   */
  | { t: 'warm' | 'click'; view: PlacementView; texts: ModalTexts }
  /** The shopper opens learn-more. `learn` are the texts of that modal, `texts` those of the checkout that it leads to. */
  | { t: 'learn'; view: PlacementView; texts: ModalTexts; learn: ModalTexts };

/**
 * SDK → checkout. The frame may be loaded before the shopper opens it: it requests and shows nothing until `open`. That comes
 * again each time the dialog is shown again. `customer` follows when the page has answered, however long that takes. The data is an
 * object with some of the keys of `CustomerData`; their types are not checked yet, so the frame checks each field.
 */
export type ToCheckout =
  | Back
  | { t: 'open'; variantId: string | null; lineItemProperties: LineItemProperties | null | undefined }
  | { t: 'customer'; data: CustomerData | null };

/**
 * Checkout → SDK. `close` closes the modal and hides the frame (the Escape key inside the frame sends it too). The SDK
 * passes `event` on to the page's listeners.
 */
export type FromCheckout = { t: 'close' } | FromCheckoutEvent;

export type FromCheckoutEvent =
  | FrameEvent<'PreorderCheckoutStep'>
  | FrameEvent<'PreorderCheckoutSubmitted'>
  | FrameEvent<'PreorderCreated'>
  | FrameEvent<'PreorderFailed'>;

/**
 * SDK → the frame of a dialog: the browser went back from the dialog's entry to the page's. The frame answers with `close`, or
 * goes forward to the dialog's entry again and asks the shopper.
 */
export type Back = { t: 'back' };

export type ToDialog = ToCheckout;

/** An event for the page. An event with `releaseId`, the waitlist's id, is also counted for the merchant. */
export type FrameEvent<Name extends keyof SdkEvents = keyof SdkEvents> = {
  t: 'event';
  name: Name;
  payload: SdkEvents[Name];
  releaseId?: string;
};

/** SDK → the frame that sent an event: the page has no listener for it. */
export type Unheard = { t: 'unheard'; name: keyof SdkEvents };

/**
 * The document that leads an isolated page's shopper to the checkout → SDK. It gets and sends the messages of a checkout.
 */
export type FromIsolated = FromCheckout;

/** Learn-more → SDK. `order`: close learn-more, and open the checkout of the placement from which it was opened. */
export type FromLearnMore = { t: 'close' } | { t: 'order' };

export type FromDialog = FromCheckout | FromLearnMore;

/**
 * SDK → status page. `open` follows each hello and carries the token, so that the token is in no URL. When the page has no
 * listener for `ArrangeReturnClicked`, the frame itself has to explain how a return works.
 */
export type ToStatus = { t: 'open'; mode: 'logged_in' | 'guest'; token: string | null | undefined } | Unheard;

/** Status page → SDK. `height`: the content's CSS pixels, after each change. The SDK passes `event` on to the page. */
export type FromStatus =
  | { t: 'height'; height: number }
  | FrameEvent<'PreorderCancelled'>
  | FrameEvent<'ArrangeReturnClicked'>;
