import { LIVE_ATTEMPTS } from '../../domain/payment.ts';

// Only this file decides whether a hold is over. The sweep that gives its units back may run much later, so no decision may
// depend on the sweep.

const LIVE = LIVE_ATTEMPTS.map((state) => `'${state}'`).join(', ');

/** SQL: the hold has expired by the database's clock. `hold` is the alias of its row in the statement. */
export const timeIsUp = (hold: string): string => `${hold}.expires_at <= (SELECT app_now())`;

/** SQL: a payment of the checkout is under way. The hold then outlives its expiry, because an authorised payment still places. */
export const isBeingPaid = (hold: string): string =>
  `EXISTS (SELECT 1 FROM attempt paying WHERE paying.store_id = ${hold}.store_id
           AND paying.checkout_id = ${hold}.checkout_id AND paying.state IN (${LIVE}))`;

/** SQL: the hold is over; only the sweep has not given its units back yet. */
export const isOver = (hold: string): string => `(${timeIsUp(hold)} AND NOT ${isBeingPaid(hold)})`;
