import type { DiscountRefusal } from '../../domain/discount.ts';
import type { UnitCounters } from '../../domain/stock.ts';
import type { SavedMethod } from '../../integrations/payments/port.ts';
import type { TaxAnswer } from '../../integrations/tax/port.ts';
import type { CheckoutAddress } from '../../protocol/schema/frame-api.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';

export type HoldRequest = {
  storeId: string;
  /** With `replaces`, the checkout whose hold is replaced; otherwise the id of a new checkout. */
  checkoutId: string;
  replaces: boolean;
  waitlistId: string;
  variantId: string;
  quantity: number;
  customerKey: string;
  clientAddress: string;
  email: string;
  address: CheckoutAddress;
  locale: string;
  /** The text of the marketing box in this checkout; null when there is no box. */
  marketingText: string | null;
  lineItemProperties: LineItemProperties | null;
  /** In its normalised form, as stored. */
  discountCode: string | null;
  /** The answer of the tax service about the destination. The batch applies it to the merchant's tax table. */
  tax: TaxAnswer;
  /** The time of the request, on the process's monotonic clock. An erasure refuses requests made before its end. */
  askedAt: number;
  idempotency: { scope: string; key: string; bodyHash: string } | null;
  /** Returns true when the client has disconnected; the request is then dropped. */
  hasLeft?: (() => boolean) | undefined;
};

/** Nothing was decided or written: too many requests wait, or a lock timed out. The caller may retry. */
type Busy = { kind: 'busy' };

export type HoldOutcome =
  /** `checkoutId` differs from the request's when the idempotency key already has a checkout. */
  | { kind: 'held'; checkoutId: string; productId: string }
  | Busy
  | { kind: 'idempotency_mismatch' }
  | { kind: 'checkout_over' }
  | { kind: 'payment_in_progress' }
  | { kind: 'being_erased' }
  | { kind: 'country_not_shipped' }
  | { kind: 'waitlist_not_open' }
  /** The waitlist leaves the variant to the store's shelf, which has some. */
  | { kind: 'in_stock' }
  | { kind: 'discount_refused'; refusal: DiscountRefusal }
  | { kind: 'limit_per_customer'; limit: number; left: number }
  | { kind: 'too_many_holds' }
  | { kind: 'sold_out'; left: number }
  /** `backAt` is when the first of the other holds ends. */
  | { kind: 'held_by_others'; left: number; backAt: Date | null };

export type PlaceRequest = {
  storeId: string;
  checkoutId: string;
  attemptId: string;
  /** The card that the payment kept, for later charges. */
  method?: SavedMethod | undefined;
  /** The span that asks, as a W3C traceparent. */
  trace?: string | null;
};

export type PlaceOutcome =
  | { kind: 'placed'; preorderId: string; productId: string }
  /** The hold is gone, or the checkout is already paid. The payment will be undone. */
  | { kind: 'surplus' }
  /** The attempt was decided before; its state says how. */
  | { kind: 'decided' }
  | Busy;

export type UnitKey = { storeId: string; waitlistId: string; batchId: string; variantId: string };
export type LockedUnit = UnitKey & UnitCounters;
export type CounterChange = UnitKey & {
  held: number;
  sold: number;
  reason: 'hold' | 'replace' | 'place' | 'expire' | 'abandon' | 'cancel' | 'swap';
  sourceId: string;
};

/** A connection that sends statements in the order of the calls, without waiting for answers in between. */
export type Pipeline = {
  send<Row = Record<string, unknown>>(name: string, text: string, values?: unknown[]): Promise<Row[]>;
};

export type Decided<Outcome> = {
  outcomes: Outcome[];
  changes: CounterChange[];
  /** Sends the writes. Await them together, not one by one. */
  write: (pipeline: Pipeline) => Promise<unknown>[];
  /** Reads facts that only a refusal needs, in the same transaction. */
  complete?: (pipeline: Pipeline) => Promise<void>;
};

/**
 * Handles one kind of request in a batch. `read` sends its statements right behind the locks; as later statements they see
 * what was committed while the locks waited. It resolves with a function that decides the requests in the order of arrival,
 * without I/O, on the shared counters.
 */
export type SaleHandler<Request, Outcome> = {
  read(pipeline: Pipeline, requests: Request[]): Promise<(units: LockedUnit[]) => Decided<Outcome>>;
};

export type SaleHandlers = {
  hold: SaleHandler<HoldRequest, HoldOutcome>;
  place: SaleHandler<PlaceRequest, PlaceOutcome>;
};
