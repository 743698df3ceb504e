import { dayIn, laterDay } from './store-time.ts';

/**
 * open: the shopper has to send it · sent: there is a proof of sending · received: the goods came back · refunded: the proof was enough
 * · closed: the merchant ended the withdrawal another way.
 */
export const RETURN_STATES = ['open', 'sent', 'received', 'refunded', 'closed'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** How a return ends. */
export type ReturnOutcome = 'received' | 'proof' | 'closed';

/** How long the law gives the shopper to send the goods back. */
const SEND_BACK_DAYS = 14;

/**
 * Returns the last day to send goods back, `YYYY-MM-DD` on the store's clock. It counts from the declaration; goods that left after it
 * have as long from then on.
 */
export function sendBackBy(
  { declaredAt, sentAt }: { declaredAt: Date; sentAt: readonly Date[] },
  timeZone: string,
): string {
  const last = Math.max(declaredAt.getTime(), ...sentAt.map((at) => at.getTime()));
  return laterDay(dayIn(new Date(last), timeZone), SEND_BACK_DAYS);
}
