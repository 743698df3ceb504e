import type { DisputeState } from '../../domain/dispute.ts';
import type { Chargeable } from '../../domain/money.ts';

/**
 * The payment port. One payment object per attempt: created for an amount, confirmed with what the shopper chose,
 * authorised, then captured or cancelled; or made to keep a card, which is charged later while the shopper is away.
 * An adapter never decides; it reports what the provider says. Amounts are integer minor units of `currency`.
 */
export type PaymentStatus =
  | 'requires_payment_method' // new, or the last confirm was declined: may be confirmed again
  | 'requires_action' // the shopper has a second step to do
  | 'processing' // no verdict yet
  | 'authorised'
  | 'captured'
  | 'saved' // the card is kept; there was nothing to take
  | 'cancelled';

export type Payment = {
  ref: string;
  status: PaymentStatus;
  amount: number;
  currency: string;
  capturedAmount: number;
  refundedAmount: number;
  /** Lets the shopper's browser finish the second step; grants nothing else. */
  clientSecret: string;
  /** Why the last confirm was declined, as a stable code of ours. */
  declineCode?: DeclineCode;
  /** The card that was kept, once it is: of an object that was made to keep one. */
  method?: SavedMethod;
};

/** A card that a shopper let us charge later, as the provider names it, and what may be shown of it. */
export type SavedMethod = {
  ref: string;
  customerRef: string;
  brand: string;
  last4: string;
  /** The last day on which it is valid, YYYY-MM-DD; null where the provider does not say. */
  expiresOn: string | null;
};

/** What an object is for: taking money now, taking it and keeping the card, or keeping the card alone. */
export type PaymentIntent = 'pay' | 'pay_and_save' | 'save';

export type DeclineCode =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_card'
  | 'processing_error';

export type PaymentRequest = {
  storeId: string;
  attemptId: string;
  intent: PaymentIntent;
  /** 0 exactly when nothing is taken: intent `save`, or a pre-order that costs nothing. */
  amount: number;
  currency: string;
};

export type ChargeRequest = {
  storeId: string;
  attemptId: string;
  /** The charge is this movement's: `hasDone` knows it once money was taken. */
  movementId: string;
  amount: number;
  currency: string;
  method: Pick<SavedMethod, 'ref' | 'customerRef'>;
  /** It may have been asked for before. */
  isRetry: boolean;
};

/** What is moved of a payment, in the payment's own currency. */
export type Sum = { amount: number; currency: string };

/**
 * Calls fail with `ProviderError`: `unreachable` means nothing is known of what happened (a time-out, a lost answer), `refused`
 * that the provider said no to this card or payment and nothing changed, `account` that it says no to whatever the merchant's
 * account asks for: nothing changed, and the same is asked again later.
 */
export type PaymentProvider = {
  readonly name: string;
  /** Whether stores of this mode may use it. */
  serves(mode: 'test' | 'live'): boolean;
  /** What it takes at once, as far as that is known before. */
  chargeable(currency: string): Chargeable;
  /** Idempotent by attempt. */
  create(request: PaymentRequest): Promise<Payment>;
  /** `token` stands for what the shopper chose; it was made in the browser by the provider's own script. */
  confirm(ref: string, token: string): Promise<Payment>;
  read(ref: string): Promise<Payment>;
  /** Ends an object that is not captured. Resolves with what it became: cancelled, or what prevented it. */
  cancel(ref: string): Promise<Payment>;
  /**
   * Charges a kept card while the shopper is away, and takes the money at once: `captured`, or `requires_action` (the bank
   * wants the shopper), `requires_payment_method` (declined, with its code), `processing`. Idempotent by attempt, however
   * long ago it was asked for first: where a provider forgets its idempotency keys, a retry looks for the attempt's
   * object before it makes one. So a caller that lost the answer asks again, as a retry, and nothing is paid twice.
   */
  charge(request: ChargeRequest): Promise<Payment>;
  /** The object of a charge that may have been asked for; null: there is none. */
  findCharge(request: Pick<ChargeRequest, 'attemptId' | 'method'>): Promise<Payment | null>;
  /** Captures part or all of an authorisation, once; the rest is given back. Idempotent by movement. */
  capture(ref: string, sum: Sum, movementId: string): Promise<Payment>;
  /** Gives back part or all of what was captured. Idempotent by movement. */
  refund(ref: string, sum: Sum, movementId: string): Promise<Payment>;
  /** A kept card is not needed any more: the provider forgets it, and refuses to charge it from then on. Idempotent. */
  forget(method: Pick<SavedMethod, 'ref' | 'customerRef'>): Promise<void>;
  /** Whether this movement was done: providers forget idempotency keys after a day, so a retry asks first. */
  hasDone(ref: string, movementId: string): Promise<boolean>;
  /** What was done to it, by us and by others: read after a refusal, and where another hand is told of. */
  inspect(ref: string): Promise<InspectedPayment>;
};

/** What a merchant does to payments at the provider itself, in its dashboard: nothing of ours is named with it. */
export type OtherHand = {
  capture(ref: string, amount: number): Promise<unknown>;
  cancel(ref: string): Promise<unknown>;
  refund(ref: string, amount: number): Promise<unknown>;
};

/** A refund that counts: money goes back. Without a movement of ours it was made by another hand. */
export type ListedRefund = { ref: string; movementId: string | null; amount: number };

export type InspectedPayment = {
  status: PaymentStatus;
  currency: string;
  capturedAmount: number;
  refunds: ListedRefund[];
};

/** The name of what stands in a provider's place where nothing is to be paid, now or later. */
export const NOTHING_TO_PAY = 'free';

/** The shopper's bank in the second step, where a provider runs that itself: the shipped one has no bank to send to. */
export type ChallengeBank = {
  /** The client secret is all that is needed, as on a bank's own page. */
  answerChallenge(ref: string, clientSecret: string, approve: boolean): Promise<Payment>;
};

/**
 * refused: it is about the card or about this payment · account: it is about the merchant's account, or cannot be told, so it
 * says nothing of the shopper and is asked again · unreachable: nobody knows what happened.
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

/** It was not asked: so many calls wait before this one that it would have waited for too long. Nothing happened. */
export class ProviderBusy extends ProviderError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('unreachable', 'too many calls wait for the payment provider');
    this.name = 'ProviderBusy';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What a merchant's account at a provider is reached with. */
export type AccountKeys = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where the provider answers, where that is not its own address; null: there. */
  address: string | null;
  /** How many calls a second it may have; null or left out: what suits the provider's own limit. */
  callsPerSecond?: number | null;
};

/** A payment as the provider lists it: what was taken, and each refund of it. */
export type ListedPayment = InspectedPayment & {
  ref: string;
  /** Ours, as its metadata has them; null: another system of the merchant made it. */
  storeId: string | null;
  attemptId: string | null;
};

export type ListedDispute = {
  ref: string;
  paymentRef: string;
  amount: number;
  currency: string;
  /** The provider's word for why. */
  reason: string;
  state: DisputeState;
  evidenceDueAt: Date | null;
  openedAt: Date;
};

/** What a provider told us of, once its signature was checked. */
export type AccountEvent = {
  id: string;
  type: string;
  objectRef: string;
  attemptId: string | null;
  /** Set when it is about a dispute. */
  disputeRef: string | null;
  /** Set when a refund that was taken has come back from the bank after all; null as movement: another hand made it. */
  failedRefund: { paymentRef: string; refundRef: string; movementId: string | null } | null;
  /** The payment whose money another hand than ours may have moved: it has to be inspected. */
  byHand: string | null;
};

/** What may be loaded into the checkout, for its policy: origins. */
export type CheckoutScript = {
  /** Its amounts are ours times this. */
  amountScale: number;
  script: string;
  scriptOrigins: string[];
  frameOrigins: string[];
  connectOrigins: string[];
};

/** Merchants' accounts at one provider: what is asked of them beyond single payments. Calls fail as the provider's do. */
export type AccountDesk = {
  readonly name: string;
  /** What the provider has to send to the store's webhook address, in its own words. */
  readonly events: readonly string[];
  /** What is wrong with the keys as they are written, for a store of this mode; null: nothing that can be seen. */
  faultOf(
    keys: AccountKeys,
    store: { mode: 'test' | 'live'; currency: string },
  ): { param: string; message: string } | null;
  /** Makes one call, to see that the key is taken; what is wrong with it, or null. */
  check(keys: AccountKeys): Promise<AccountTrouble | null>;
  /** Creates a payment and cancels it unpaid, to see whether the account takes payments. Rejects when the provider does not say. */
  mayCharge(keys: AccountKeys, currency: string): Promise<boolean>;
  /** Whether both keys are of one account; true as well where that cannot be found out now. Of keys that were checked. */
  belongTogether(keys: AccountKeys): Promise<boolean>;
  /** Whether this account has the object. */
  knows(keys: AccountKeys, ref: string): Promise<boolean>;
  /** `onTrouble`: the key is refused as a whole, or may not do what was asked. */
  /** How many calls a second it is made, by all processes together; null: as many as come. */
  callsPerSecond(keys: Pick<AccountKeys, 'publishableKey' | 'address' | 'callsPerSecond'>): number | null;
  provider(keys: AccountKeys, onTrouble: (trouble: AccountTrouble) => Promise<void>): PaymentProvider;
  /** Null: it was not signed with this account's secret, or too long ago, or cannot be read. */
  readEvent(keys: AccountKeys, message: { body: Buffer; signature: string; now: Date }): AccountEvent | null;
  readDispute(keys: AccountKeys, ref: string): Promise<ListedDispute>;
  /** One payment as the list has it; null: the account has none of this id. */
  find(keys: AccountKeys, ref: string): Promise<ListedPayment | null>;
  /** Payments that were made, or given back, between the two. */
  list(keys: AccountKeys, from: Date, until: Date): AsyncIterable<ListedPayment>;
  chargeable(currency: string): Chargeable;
  /** Whether stores of this currency can be paid there. */
  takes(currency: string): boolean;
  checkoutScript(keys: Pick<AccountKeys, 'address'>, currency: string): CheckoutScript;
};

export type AccountTrouble = { kind: 'key_refused' | 'not_permitted'; reason: string };
