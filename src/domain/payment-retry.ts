/** Why what is due could not be taken. */
export type PaymentFailure =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_card'
  | 'processing_error'
  | 'authentication_required' // the bank wants the shopper
  | 'authorisation_lost' // it ran out before it was captured
  | 'refused' // by the provider, before it asked the bank
  | 'no_card'; // none was kept for this pre-order

const SHOPPER_ALONE: readonly PaymentFailure[] = [
  'expired_card',
  'incorrect_card',
  'authentication_required',
  'refused',
  'no_card',
];

const HOUR_MS = 60 * 60 * 1_000;
// A balance is more often there after a pay day than after an hour; card networks fine those who ask too often.
const RETRY_AFTER_HOURS = [24, 48, 72];
const SOON_HOURS = 1; // what failed was not the card
// Retries of one release, or after a provider's outage, must not all come at once: up to a quarter earlier or later.
const JITTER = 0.25;
// Whoever is told of the last try still has this long to pay themselves.
const BEFORE_DEADLINE_HOURS = 6;

type Failed = {
  reason: PaymentFailure;
  /** That failed until now, this one with them. */
  tries: number;
  now: Date;
  deadline: Date;
  /** From 0 up to 1, its own for each try. */
  spread: number;
};

/** When the kept card is charged again; null: trying it again would be in vain, or too late. */
export function nextRetry({ reason, tries, now, deadline, spread }: Failed): Date | null {
  const soon = reason === 'processing_error' || reason === 'authorisation_lost';
  const hours = soon && tries === 1 ? SOON_HOURS : RETRY_AFTER_HOURS[tries - 1];
  if (SHOPPER_ALONE.includes(reason) || hours === undefined) return null;
  const at = now.getTime() + hours * HOUR_MS * (1 - JITTER + 2 * JITTER * spread);
  return at <= deadline.getTime() - BEFORE_DEADLINE_HOURS * HOUR_MS ? new Date(at) : null;
}

/** Whether the shopper is told of a failed try: at first, when only they can help, and when nothing is tried any more. */
export function tellsShopper({ tries, retryAt }: { tries: number; retryAt: Date | null }): boolean {
  return tries === 1 || retryAt === null;
}

const FIRST_REFUND_MINUTES = 5;
const REFUND_MINUTES_MAX = 24 * 60;

/**
 * When a refund that the provider refused for the `tries`-th time is asked for again: minutes later at first, in the end once a
 * day, and without end, since it is the shopper's money. Up to a quarter earlier, so that those of one day are spread.
 */
export function nextRefundTry({ tries, now, spread }: Pick<Failed, 'tries' | 'now' | 'spread'>): Date {
  const minutes = Math.min(REFUND_MINUTES_MAX, FIRST_REFUND_MINUTES * 2 ** (tries - 1));
  return new Date(now.getTime() + minutes * 60_000 * (1 - JITTER * spread));
}
