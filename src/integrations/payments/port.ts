import type { DisputeState } from '../../domain/dispute.ts';
import type { Chargeable } from '../../domain/money.ts';

/**
 * The status of a payment object. The payment port has one object per attempt. It is created for an amount, confirmed with the
 * shopper's payment method, authorised, and then captured or cancelled. Or it keeps a card, which is charged later while the
 * shopper is away. An adapter reports what the provider says and makes no decisions. Amounts are integer minor units of `currency`.
 */
export type PaymentStatus =
  | 'requires_payment_method' // new, or the last confirm was declined; it may be confirmed again
  | 'requires_action' // the shopper must do a second step
  | 'processing' // the provider has not decided yet
  | 'authorised'
  | 'captured'
  | 'saved' // the card is kept, and no money was taken
  | 'cancelled';

export type Payment = {
  ref: string;
  status: PaymentStatus;
  amount: number;
  currency: string;
  capturedAmount: number;
  refundedAmount: number;
  /** Lets the shopper's browser finish the second step, and nothing else. */
  clientSecret: string;
  /** Our own stable code for the reason of the last decline. */
  declineCode?: DeclineCode;
  /** The kept card, for an object that was created to keep one, once it is kept. */
  method?: SavedMethod;
};

/** A kept card: the provider's references, and the parts that may be shown. */
export type SavedMethod = {
  ref: string;
  customerRef: string;
  brand: string;
  last4: string;
  /** The last valid day, YYYY-MM-DD; null if the provider does not report it. */
  expiresOn: string | null;
};

/** The purpose of a payment object: take money now, take money and keep the card, or only keep the card. */
export type PaymentIntent = 'pay' | 'pay_and_save' | 'save';

export type DeclineCode =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_card'
  | 'authentication_failed' // the shopper did not confirm it at the bank, or the bank refused that
  | 'processing_error';

export type PaymentRequest = {
  storeId: string;
  attemptId: string;
  intent: PaymentIntent;
  /** 0 if no money is taken: for intent `save`, or for a pre-order that costs nothing. */
  amount: number;
  currency: string;
};

export type ChargeRequest = {
  storeId: string;
  attemptId: string;
  /** The movement of this charge. `hasDone` returns true for it once money was taken. */
  movementId: string;
  amount: number;
  currency: string;
  method: Pick<SavedMethod, 'ref' | 'customerRef'>;
  /** True if this charge may have been requested before. */
  isRetry: boolean;
};

/** An amount that is moved, in the payment's own currency. */
export type Sum = { amount: number; currency: string };

/** A payment provider. Calls reject with `ProviderError`; see `ProviderErrorKind`. */
export type PaymentProvider = {
  readonly name: string;
  /** Returns true if stores of this mode may use the provider. */
  serves(mode: 'test' | 'live'): boolean;
  /** Returns the smallest and largest amount of one payment, as far as they are known. */
  chargeable(currency: string): Chargeable;
  /** Creates the attempt's object. Idempotent by attempt. */
  create(request: PaymentRequest): Promise<Payment>;
  /** Confirms the object. `token` represents the shopper's payment method; the provider's script made it in the browser. */
  confirm(ref: string, token: string): Promise<Payment>;
  read(ref: string): Promise<Payment>;
  /** Cancels an object that is not captured. Resolves with its state: cancelled, or the state that prevented it. */
  cancel(ref: string): Promise<Payment>;
  /**
   * Charges a kept card while the shopper is away, and captures at once. Resolves with `captured`, `requires_action` (the bank
   * wants the shopper), `requires_payment_method` (declined, with a code) or `processing`. Idempotent by attempt without a
   * time limit: if a provider forgets its idempotency keys, a retry looks for the attempt's object before it creates one. So
   * a caller that lost the answer can call again with `isRetry`, and nothing is charged twice.
   */
  charge(request: ChargeRequest): Promise<Payment>;
  /** Returns the object of a charge that may have been requested, or null if there is none. */
  findCharge(request: Pick<ChargeRequest, 'attemptId' | 'method'>): Promise<Payment | null>;
  /** Captures all or part of an authorisation, once. The provider releases the rest. Idempotent by movement. */
  capture(ref: string, sum: Sum, movementId: string): Promise<Payment>;
  /** Refunds all or part of the captured amount. Idempotent by movement. */
  refund(ref: string, sum: Sum, movementId: string): Promise<Payment>;
  /** Makes the provider forget a kept card, and refuse to charge it from then on. Idempotent. */
  forget(method: Pick<SavedMethod, 'ref' | 'customerRef'>): Promise<void>;
  /** Returns true if the movement was done. A retry must check this first: providers forget idempotency keys after a day. */
  hasDone(ref: string, movementId: string): Promise<boolean>;
  /** Returns what we and others did to the payment. Called after a refusal, and when another hand may have moved money. */
  inspect(ref: string): Promise<InspectedPayment>;
};

/** Actions of a merchant in the provider's dashboard. They carry no movement id of ours. */
export type OtherHand = {
  capture(ref: string, amount: number): Promise<unknown>;
  cancel(ref: string): Promise<unknown>;
  refund(ref: string, amount: number): Promise<unknown>;
};

/** A refund that moves money. Its `movementId` is null if another hand made it. */
export type ListedRefund = { ref: string; movementId: string | null; amount: number };

export type InspectedPayment = {
  status: PaymentStatus;
  currency: string;
  capturedAmount: number;
  refunds: ListedRefund[];
};

/** The name of the provider for pre-orders that cost nothing, now or later. */
export const NOTHING_TO_PAY = 'free';

/** The name of the provider for what was paid before a pre-order was moved here. */
export const PAID_ELSEWHERE = 'elsewhere';

/** The shopper's bank in the second step. The test provider plays this part itself. */
export type ChallengeBank = {
  /** Answers the second step. Needs no other right than the client secret, as on a bank's own page. */
  answerChallenge(ref: string, clientSecret: string, approve: boolean): Promise<Payment>;
};

/**
 * `refused`: the provider refused this card or payment, and nothing changed. `account`: the provider refused because of the
 * merchant's account, or for an unknown reason; nothing changed, the shopper is not to blame, and the call is retried later.
 * `unreachable`: the outcome is unknown (a time-out, a lost answer).
 */
export type ProviderErrorKind = 'refused' | 'account' | 'unreachable';

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;

  constructor(kind: ProviderErrorKind, message: string) {
    super(message);
    this.name = 'ProviderError';
    this.kind = kind;
  }
}

/** The call was not made, because too many calls wait before it. Nothing happened. */
export class ProviderBusy extends ProviderError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('unreachable', 'too many calls wait for the payment provider');
    this.name = 'ProviderBusy';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The keys and settings of a merchant's account at a provider. */
export type AccountKeys = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The address of a stand-in for the provider; null for the provider's own address. */
  address: string | null;
  /** The limit of calls per second. Null or absent means a default that respects the provider's own limit. */
  callsPerSecond?: number | null;
};

/** A payment in the provider's list, with its captured amount and its refunds. */
export type ListedPayment = InspectedPayment & {
  ref: string;
  /** Our ids from its metadata; null if another system of the merchant created it. */
  storeId: string | null;
  attemptId: string | null;
};

export type ListedDispute = {
  ref: string;
  paymentRef: string;
  amount: number;
  currency: string;
  /** The provider's code for the reason. */
  reason: string;
  state: DisputeState;
  evidenceDueAt: Date | null;
  openedAt: Date;
};

/** A provider's webhook event whose signature was checked. */
export type AccountEvent = {
  id: string;
  type: string;
  objectRef: string;
  attemptId: string | null;
  /** Set if the event is about a dispute. */
  disputeRef: string | null;
  /** Set if a refund failed at the bank after the provider had accepted it. `movementId` is null if another hand made it. */
  failedRefund: { paymentRef: string; refundRef: string; movementId: string | null } | null;
  /** A payment whose money another hand may have moved; the caller must inspect it. */
  byHand: string | null;
};

/** The provider's script for the checkout, and the origins that its content security policy must allow. */
export type CheckoutScript = {
  /** The script's amounts are our amounts times this factor. */
  amountScale: number;
  script: string;
  /** True if the script can also show wallets, which bring contact and address with the card. */
  hasWallets: boolean;
  scriptOrigins: string[];
  frameOrigins: string[];
  connectOrigins: string[];
};

/** Calls to merchants' accounts at one provider that are not about a single payment. They reject with `ProviderError`. */
export type PaymentAccounts = {
  readonly name: string;
  /** The provider's names of the events that it must send to the store's webhook address. */
  readonly events: readonly string[];
  /** Returns what is wrong with the form of the keys for this store, or null. Makes no call. */
  faultOf(
    keys: AccountKeys,
    store: { mode: 'test' | 'live'; currency: string },
  ): { param: string; message: string } | null;
  /**
   * Returns what is wrong with the address of the keys, or null. Only those of test mode may have another than the provider's, and only
   * that of this installation's stand-in: the service calls it, and browsers run the script that it answers with. No call is made to
   * an address with a fault.
   */
  faultOfAddress(keys: Pick<AccountKeys, 'publishableKey' | 'address'>): { param: string; message: string } | null;
  /** Makes one call to test the secret key. Returns what is wrong with it, or null. */
  check(keys: AccountKeys): Promise<AccountTrouble | null>;
  /** Creates a payment and cancels it unpaid, to test if the account takes payments. Rejects if the provider gives no answer. */
  mayCharge(keys: AccountKeys, currency: string): Promise<boolean>;
  /** Returns false if the two keys, each valid, belong to different accounts. Returns true if this cannot be determined now. */
  belongTogether(keys: AccountKeys): Promise<boolean>;
  /** Returns true if the account has the object. */
  knows(keys: AccountKeys, ref: string): Promise<boolean>;
  /** Returns the limit of calls per second, shared by all processes; null means no limit. */
  callsPerSecond(keys: Pick<AccountKeys, 'publishableKey' | 'address' | 'callsPerSecond'>): number | null;
  /** Returns the account's provider. It calls `onTrouble` if the key is refused or lacks a permission. */
  provider(keys: AccountKeys, onTrouble: (trouble: AccountTrouble) => Promise<void>): PaymentProvider;
  /** Returns the event, or null if its signature is not the account's, is too old, or its body cannot be read. */
  readEvent(keys: AccountKeys, message: { body: Buffer; signature: string; now: Date }): AccountEvent | null;
  readDispute(keys: AccountKeys, ref: string): Promise<ListedDispute>;
  /** Returns one payment in the form of the list, or null if the account has no such payment. */
  find(keys: AccountKeys, ref: string): Promise<ListedPayment | null>;
  /** Lists the payments that were created or refunded between the two times. */
  list(keys: AccountKeys, from: Date, until: Date): AsyncIterable<ListedPayment>;
  chargeable(currency: string): Chargeable;
  /** Returns true if stores of this currency can use the provider. */
  takes(currency: string): boolean;
  checkoutScript(keys: Pick<AccountKeys, 'publishableKey' | 'address'>, currency: string): CheckoutScript;
};

export type AccountTrouble = { kind: 'key_refused' | 'not_permitted'; reason: string };
