import type { CustomerData } from './customer-data.ts';
import type { LineItemProperties, SdkEventName, SdkEvents } from './sdk-events.ts';

/** An id of the connected store: text or number, also `gid://…/123` or the base64 of that, which mean `123`. */
export type ExternalId = string | number | bigint;

/** CSS values by property, e.g. `{ color: '#fff', borderRadius: '8px' }` (contract: Style object). */
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

export type PlacementType = 'button' | 'price';

/** `undefined` leaves as is, `null` clears. One of `productId`, `productCode` and `sku` names the product. */
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
  /** BCP 47 tag; else the page's `lang`, else the browser's language. */
  locale?: string | null | undefined;
  /** false: this page counts nothing for the merchant. */
  measures?: boolean | null | undefined;
};

/**
 * `logged_in` shows the pre-orders of the customer whose e-mail address is in the token, which the store's backend has
 * signed; `guest`, which is meant without a mode, looks one up by its reference and postcode.
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

/** What misuse throws and what `fetch…` reject with; the codes are listed in the SDK guide. */
export type ServiceError = Error & { code: string };

/** `window.Service` (contract: SDK). Misuse throws a `ServiceError` at once; whatever goes wrong later never throws. */
export type ServiceSdk = {
  init(options: InitOptions): void;
  load(options: PlacementOptions): void;
  update(options: PlacementOptions): void;
  on<Name extends SdkEventName>(eventName: Name, callback: (payload: SdkEvents[Name]) => void): void;
  off<Name extends SdkEventName>(eventName: Name, callback: (payload: SdkEvents[Name]) => void): void;
  setCustomerData(data: CustomerDataSource): void;
  loadPreorderStatusPage(options: StatusPageOptions): void;
  fetchAvailability(options: { productId: ExternalId }): Promise<Answer<Availability>>;
  fetchWaitlists(): Promise<Answer<Waitlist[]>>;
};
