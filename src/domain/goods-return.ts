import { dayIn, laterDay } from './store-time.ts';

/**
 * open: the shopper has to send it · sent: there is a proof of sending · received: the goods came back · refunded: the proof was enough
 * · closed: the merchant ended the withdrawal another way.
 */
export const RETURN_STATES = ['open', 'sent', 'received', 'refunded', 'closed'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** How a return ends. */
export type ReturnOutcome = 'received' | 'proof' | 'closed';

/** How the return of a line item ended. */
export type ReturnEnd = { endedAt: Date; givenBack: number; reason: string };

/**
 * Says what becomes of the money for goods that are back. coming: a refund follows, or is on its way · gone: everything went back before ·
 * none: the merchant gives nothing back, and says why. `end`: null while the return has no end.
 */
export function moneyOfReturned(returnedAt: Date | null, end: ReturnEnd | null): 'coming' | 'gone' | 'none' {
  if (end === null) return 'coming';
  if (end.givenBack === 0) return end.reason === '' ? 'gone' : 'none';
  return returnedAt !== null && returnedAt > end.endedAt ? 'gone' : 'coming'; // a proof of sending was enough
}

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
