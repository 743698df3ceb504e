/** Why a payment that was due could not be taken. */
export type PaymentFailure =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_card'
  | 'processing_error'
  | 'authentication_required' // the bank asks the shopper to confirm
  | 'authorisation_lost' // the authorisation ended before its capture
  | 'refused' // by the provider, before it asked the bank
  | 'no_card'; // the pre-order has no kept card

// Only the shopper can solve these failures, so the card is not charged again.
const NEEDS_SHOPPER: readonly PaymentFailure[] = [
  'expired_card',
  'incorrect_card',
  'authentication_required',
  'refused',
  'no_card',
];

const HOUR_MS = 60 * 60 * 1_000;
// A bank account has money more often after a pay day than after an hour, and card networks fine merchants for many
// retries.
const RETRY_AFTER_HOURS = [24, 48, 72];
const SOON_HOURS = 1; // for failures that are not the card's
// Each retry is up to a quarter earlier or later, so that those of one release, or after a provider's outage, do not all
// come at once.
const JITTER = 0.25;
// A shopper who is told of the last failed try still has this long to pay.
const BEFORE_DEADLINE_HOURS = 6;

type Failed = {
  reason: PaymentFailure;
  /** The failed tries so far, with this one. */
  tries: number;
  now: Date;
  deadline: Date;
  /** A random number from 0 up to 1, drawn for each try. */
  spread: number;
};

/** Returns when the kept card is charged again. Null when a retry cannot succeed, or would be too late. */
export function nextRetry({ reason, tries, now, deadline, spread }: Failed): Date | null {
  const soon = reason === 'processing_error' || reason === 'authorisation_lost';
  const hours = soon && tries === 1 ? SOON_HOURS : RETRY_AFTER_HOURS[tries - 1];
  if (NEEDS_SHOPPER.includes(reason) || hours === undefined) return null;
  const at = now.getTime() + hours * HOUR_MS * (1 - JITTER + 2 * JITTER * spread);
  return at <= deadline.getTime() - BEFORE_DEADLINE_HOURS * HOUR_MS ? new Date(at) : null;
}

/** Returns true when the shopper is told of a failed try: of the first one, and of one that no retry follows. */
export function tellsShopper({ tries, retryAt }: { tries: number; retryAt: Date | null }): boolean {
  return tries === 1 || retryAt === null;
}

const FIRST_REFUND_MINUTES = 5;
const REFUND_MINUTES_MAX = 24 * 60;

/**
 * Returns when a refund that the provider refused `tries` times is asked for again: after minutes at first, later once a
 * day. The tries never end, since it is the shopper's money. Each is up to a quarter earlier, which spreads those of a
 * day.
 */
export function nextRefundTry({ tries, now, spread }: Pick<Failed, 'tries' | 'now' | 'spread'>): Date {
  const minutes = Math.min(REFUND_MINUTES_MAX, FIRST_REFUND_MINUTES * 2 ** (tries - 1));
  return new Date(now.getTime() + minutes * 60_000 * (1 - JITTER * spread));
}
