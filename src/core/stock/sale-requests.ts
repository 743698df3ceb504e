import type { DiscountRefusal } from '../../domain/discount.ts';
import type { UnitCounters } from '../../domain/stock.ts';
import type { SavedMethod } from '../../integrations/payments/port.ts';
import type { TaxAnswer } from '../../integrations/tax/port.ts';
import type { CheckoutAddress } from '../../protocol/schema/frame-api.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';

export type HoldRequest = {
  storeId: string;
  /** A new id makes a checkout, a known one replaces that checkout's own hold. */
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
  /** What the box for marketing says that is shown with this checkout; null: there is none. */
  marketingText: string | null;
  lineItemProperties: LineItemProperties | null;
  /** Folded as it is kept, or null. */
  discountCode: string | null;
  /** What the tax service said of the destination: applied to what the batch reads of the merchant's table. */
  tax: TaxAnswer;
  /** When the process was asked, on its monotonic clock: an erasure refuses what was asked for before its end. */
  askedAt: number;
  idempotency: { scope: string; key: string; bodyHash: string } | null;
  /** Whether who asked has gone: then nothing is held for them. */
  hasLeft?: (() => boolean) | undefined;
};

/** Nothing was decided, and nothing written: too many wait, or what is needed stays locked. May be asked again. */
type Busy = { kind: 'busy' };

export type HoldOutcome =
  /** `checkoutId` differs from the request's where the same key was granted before. */
  | { kind: 'held'; checkoutId: string; productId: string }
  | Busy
  | { kind: 'idempotency_mismatch' }
  | { kind: 'checkout_over' }
  | { kind: 'payment_in_progress' }
  | { kind: 'being_erased' }
  | { kind: 'country_not_shipped' }
  | { kind: 'waitlist_not_open' }
  | { kind: 'discount_refused'; refusal: DiscountRefusal }
  | { kind: 'limit_per_customer'; limit: number; left: number }
  | { kind: 'too_many_holds' }
  | { kind: 'sold_out'; left: number }
  /** `backAt`: when the first of the others' holds ends. */
  | { kind: 'held_by_others'; left: number; backAt: Date | null };

export type PlaceRequest = {
  storeId: string;
  checkoutId: string;
  attemptId: string;
  /** The card that the payment kept, for what is due later. */
  method?: SavedMethod | undefined;
};

export type PlaceOutcome =
  | { kind: 'placed'; preorderId: string; productId: string }
  /** The money is for nothing (hold gone, or paid already): it will be undone. */
  | { kind: 'surplus' }
  /** The attempt was decided before; read its state. */
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

/** A connection that runs statements in the order of the calls, without waiting for answers in between. */
export type Pipeline = {
  send<Row = Record<string, unknown>>(name: string, text: string, values?: unknown[]): Promise<Row[]>;
};

export type Decided<Outcome> = {
  outcomes: Outcome[];
  changes: CounterChange[];
  /** Sends the writes; not to be awaited one by one. */
  write: (pipeline: Pipeline) => Promise<unknown>[];
  /** Facts that only a refusal needs, read in the same transaction. */
  complete?: (pipeline: Pipeline) => Promise<void>;
};

/**
 * One kind of request in a batch. `read` sends its statements right behind the locks: being later statements they see
 * what the locks waited for. What it resolves with decides, without I/O, in order of arrival, on the shared counters.
 */
export type SaleHandler<Request, Outcome> = {
  read(pipeline: Pipeline, requests: Request[]): Promise<(units: LockedUnit[]) => Decided<Outcome>>;
};

export type SaleHandlers = {
  hold: SaleHandler<HoldRequest, HoldOutcome>;
  place: SaleHandler<PlaceRequest, PlaceOutcome>;
};
