import type { PreorderDetail } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { money } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { restOf } from './rest.ts';

type Row = [name: string, amount: string, kind?: 'total' | 'minus'];

/** What the pre-order costs, what has been paid for it and what was given back. */
export function MoneyCard({ preorder }: { preorder: PreorderDetail }) {
  const { currency, subtotal, discount, discount_code: code, shipping, tax, total, paid, refunded } = preorder;
  const taxName = t(preorder.prices_include_tax ? 'money.tax_included' : 'money.tax');
  const rest = restOf(preorder.lines);
  const isZero = (amount: string) => Number(amount) === 0;
  const rows: Row[] = [
    [t('money.subtotal'), subtotal],
    ...(isZero(discount)
      ? []
      : [[code ? t('money.discount_code', { code }) : t('money.discount'), discount, 'minus'] as Row]),
    [t('money.shipping'), shipping],
    [taxName, tax],
    [t('money.total'), total, 'total'],
    [t('money.paid'), paid],
    ...(isZero(refunded) ? [] : [[t('money.refunded'), refunded, 'minus'] as Row]),
    ...(Number(rest) > 0 ? [[t('money.rest'), rest] as Row] : []),
  ];
  return (
    <Card title={t('money.title')} hint={t(`plan.${preorder.payment_plan}`)}>
      <dl class="sums">
        {rows.map(([name, amount, kind]) => (
          <div key={name} class={`sums__row${kind === 'total' ? ' sums__row--total' : ''}`}>
            <dt>{name}</dt>
            <dd class="money">
              {kind === 'minus' && '−'}
              {money(amount, currency)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
