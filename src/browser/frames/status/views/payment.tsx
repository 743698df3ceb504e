import type { StatusPreorder } from '../../../../protocol/schema/status-api.ts';
import { formatAmount } from '../../../ui/money.ts';
import { currencyOf } from '../lines.ts';
import type { Texts } from '../state.ts';

type PaymentProps = { t: Texts; preorder: StatusPreorder; locale: string };

/** The pre-order's amounts: the costs, the payments and the refunds. Empty rows are left out. */
export function Payment({ t, preorder, locale }: PaymentProps) {
  const currency = currencyOf(preorder, locale);
  const { subtotal, discount, shipping, tax, total, paid, pricesIncludeTax } = preorder;
  const { reserved, refunded, refunding, dueLater, balance } = preorder;
  const rows: [label: string, amount: number, shown: boolean, strong?: boolean][] = [
    [t('subtotal'), subtotal, true],
    [t('discount'), -discount, discount > 0],
    [t('delivery'), shipping, shipping > 0],
    [t('tax'), tax, tax > 0 && !pricesIncludeTax],
    [t('total'), total, true, true],
    [t('tax_included'), tax, tax > 0 && pricesIncludeTax],
    [t('paid'), paid, paid > 0],
    [t('reserved'), reserved, reserved > 0],
    [t('due_later'), dueLater, dueLater > 0 && !balance],
    [t('refunding'), refunding, refunding > 0],
    [t('refunded'), refunded, refunded > 0],
  ];
  return (
    <dl class="amounts">
      {rows
        .filter(([, , shown]) => shown)
        .map(([label, amount, , strong]) => (
          <div key={label} class={strong ? 'amounts__total' : ''}>
            <dt>{label}</dt>
            <dd class="money">{formatAmount(amount, currency)}</dd>
          </div>
        ))}
      {balance && (
        <div class="amounts__later">
          <dt>{t('due_later')}</dt>
          <dd>{balance}</dd>
        </div>
      )}
    </dl>
  );
}
