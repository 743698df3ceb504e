import { t } from '../../texts.ts';
import { count, money } from '../../ui/format.ts';
import type { Customer } from './reads.ts';

/** What a customer spent, one line for each currency. */
export function Spent({ customer: { spent, complete } }: { customer: Customer }) {
  if (spent.length === 0) return <span class="muted">–</span>;
  return (
    <>
      {spent.map((one, at) => (
        <span key={one.currency} class={at === 0 ? undefined : 'sub'}>
          {money(one.spent, one.currency)}
          {!complete && '+'}
        </span>
      ))}
    </>
  );
}

/** How many pre-orders a customer has; of very many not all are counted. */
export const preorderCount = ({ preorder_count: number, complete }: Customer): string =>
  complete ? count(number) : t('customers.many', { count: count(number) });
