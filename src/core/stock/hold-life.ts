import { LIVE_ATTEMPTS } from '../../domain/payment.ts';

// Whether a hold is over is said here and nowhere else. The sweep that gives its units back comes later, or much later:
// nothing that decides may rest on whether it has been there.

const LIVE = LIVE_ATTEMPTS.map((state) => `'${state}'`).join(', ');

/** SQL: the time of the hold is up, by the database's clock. `hold` is the row's name in the statement. */
export const timeIsUp = (hold: string): string => `${hold}.expires_at <= (SELECT app_now())`;

/** SQL: a payment is under way. Such a hold outlives its time: an authorised payment still places. */
export const isBeingPaid = (hold: string): string =>
  `EXISTS (SELECT 1 FROM attempt paying WHERE paying.store_id = ${hold}.store_id
           AND paying.checkout_id = ${hold}.checkout_id AND paying.state IN (${LIVE}))`;

/** SQL: the units wait for nothing but the sweep. */
export const isOver = (hold: string): string => `(${timeIsUp(hold)} AND NOT ${isBeingPaid(hold)})`;
