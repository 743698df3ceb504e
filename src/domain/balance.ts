import type { Minor } from './money.ts';
import { owedNow, type PaidLine } from './refund.ts';

/** What is still to be paid, as a sum that a shopper can follow: `total` less `paid` is `due`. */
export type Balance = {
  total: Minor;
  paid: Minor;
  due: Minor;
  /** The first day on which it is expected to be charged; null if that day has come, or if it is due now. */
  from: string | null;
};

type Sold = { total: Minor; dueNow: Minor; shipsFrom: string };

/** Returns what a new pre-order leaves to be paid; null if all is paid when it is placed. */
export function balanceOfSale({ total, dueNow, shipsFrom }: Sold, today: string): Balance | null {
  return balance({ total, paid: dueNow, from: shipsFrom }, today);
}

type WaitingLine = PaidLine & { promisedNow: { from: string } };

/**
 * Returns what is charged once the line items are ready to ship; null if that is nothing. What was authorised when they were placed
 * counts as paid. A line item whose payment failed does not count: what it owes is due now (`balanceOwed`).
 */
export function balanceLater(lines: readonly WaitingLine[], today: string): Balance | null {
  const waiting = lines.filter((line) => line.state === 'placed' && laterOf(line) > 0);
  const [from = ''] = waiting.map(({ promisedNow }) => promisedNow.from).sort();
  return balance({ total: sum(waiting, costOf), paid: sum(waiting, paidAtFirst), from }, today);
}

/** Returns what is due now for line items whose payment failed; null if that is nothing. */
export function balanceOwed(lines: readonly PaidLine[]): Balance | null {
  const owing = lines.filter((line) => owedNow(line) > 0);
  const [paid, due] = [sum(owing, ({ paid, refunded }) => paid - refunded), sum(owing, owedNow)];
  return due === 0 ? null : { total: paid + due, paid, due, from: null };
}

/** Returns what is charged for a line item once it is ready to ship, beside what was due when it was placed. */
export function laterOf(line: PaidLine): Minor {
  return costOf(line) - paidAtFirst(line);
}

const costOf = ({ total, givenBack }: PaidLine): Minor => Math.max(0, total - givenBack);
const paidAtFirst = ({ dueNow, givenBack }: PaidLine): Minor => Math.max(0, dueNow - givenBack);

function balance({ total, paid, from }: Omit<Balance, 'due' | 'from'> & { from: string }, today: string) {
  return total === paid ? null : { total, paid, due: total - paid, from: from > today ? from : null };
}

function sum(lines: readonly PaidLine[], amountOf: (line: PaidLine) => Minor): Minor {
  return lines.reduce((all, line) => all + amountOf(line), 0);
}
