import type { CustomerData } from './customer-data.ts';
import type { LineItemProperties, SdkEventName, SdkEvents } from './sdk-events.ts';

/** An id of the connected store, as text or number. `gid://…/123` and the base64 of that mean `123`. */
export type ExternalId = string | number | bigint;

/** CSS values by property, such as `{ color: '#fff', borderRadius: '8px' }` (contract: Style object). */
export type StyleObject = Partial<
  Record<
    | 'fontFamily'
    | 'fontSize'
    | 'fontWeight'
    | 'color'
    | 'lineHeight'
    | 'letterSpacing'
    | 'textTransform'
    | 'textDecoration'
    | 'textAlign'
    | 'height'
    | 'width'
    | 'border'
    | 'borderRadius'
    | 'backgroundColor',
    string
  >
>;

/** `withdrawal`: a link to the page on which people withdraw from a contract. It needs no product. */
export type PlacementType = 'button' | 'price' | 'withdrawal';

/**
 * `undefined` leaves an option unchanged, `null` clears it. One of `productId`, `productCode` and `sku` names the product.
 */
export type PlacementOptions = {
  placementType: PlacementType;
  instanceId?: string | null | undefined;
  productId?: ExternalId | null | undefined;
  productCode?: ExternalId | null | undefined;
  sku?: ExternalId | null | undefined;
  /** The chosen variant's id. */
  skuId?: ExternalId | null | undefined;
  lineItemProperties?: LineItemProperties | null | undefined;
  fallbackToSoldOut?: boolean | null | undefined;
  style?: StyleObject | null | undefined;
  hoverStyle?: StyleObject | null | undefined;
  disabledStyle?: StyleObject | null | undefined;
  labelStyle?: StyleObject | null | undefined;
};

export type InitOptions = {
  apiKey: string;
  /** A BCP 47 tag. Without it, the page's `lang` or else the browser's language is used. */
  locale?: string | null | undefined;
  /** `false` stops the counts of this page for the merchant. */
  measures?: boolean | null | undefined;
  /** `false`: the checkout has no entry in the browser's history, so that Back does not close it. */
  history?: boolean | null | undefined;
};

/**
 * `logged_in` shows the pre-orders of the customer whose e-mail address is in the token, which the store's backend signed.
 * `guest`, the default, lets the customer look up one pre-order by its reference and postcode.
 */
export type StatusPageOptions =
  | { mode: 'logged_in'; token: string }
  | { mode?: 'guest' | null | undefined; token?: string | null | undefined; email?: string | null | undefined };

export type CustomerDataSource = CustomerData | (() => CustomerData | null | Promise<CustomerData | null>) | null;

export type Waitlist = {
  id: string;
  state: string;
  product: { id: string; product_code: string };
};

export type Availability = {
  id: string;
  product_code: string;
  available: boolean;
  available_stock: number;
  variants: { id: string; sku: string; available: boolean; available_stock: number }[];
};

export type Answer<Data> = { meta: { result: 'success' }; data: Data };

/** The error that misuse throws and that the `fetch…` methods reject with. The SDK guide lists the codes. */
export type ServiceError = Error & { code: string };

/** `window.Service` (contract: SDK). Misuse throws a `ServiceError` at once. A later failure never throws. */
export type ServiceSdk = {
  init(options: InitOptions): void;
  load(options: PlacementOptions): void;
  update(options: PlacementOptions): void;
  on<Name extends SdkEventName>(eventName: Name, callback: (payload: SdkEvents[Name]) => void): void;
  off<Name extends SdkEventName>(eventName: Name, callback: (payload: SdkEvents[Name]) => void): void;
  setCustomerData(data: CustomerDataSource): void;
  /** Answers false: older clients ask it, and the service has no baskets. */
  cartContainsPreorderItems(cart?: unknown): boolean;
  loadPreorderStatusPage(options: StatusPageOptions): void;
  fetchAvailability(options: { productId: ExternalId }): Promise<Answer<Availability>>;
  fetchWaitlists(): Promise<Answer<Waitlist[]>>;
};
