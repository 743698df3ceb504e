import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { decimal, money, sum } from '../../ui/format.ts';
import { tookOver } from './change.ts';
import { type RefundRow, refundRows } from './refund-rows.ts';

type Typed = { reason: string } & Record<`units-${number}` | `amount-${number}`, string>;

/** Gives back what was paid for units, or a part of it, in one refund. The pre-order goes on. */
export function RefundWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const { reference, currency } = preorder;
  const rows = refundRows(preorder.lines);
  const form = useForm({
    values: (): Typed =>
      Object.fromEntries([
        ['reason', ''],
        ...rows.flatMap(({ numbers, left }, at) => [
          [`units-${at}`, `${numbers.length}`],
          [`amount-${at}`, left],
        ]),
      ]),
    check: (typed) => ({ 'units-0': linesOf(rows, typed).length === 0 && t('refund.none') }),
    at: (fault) => ({ ...fault, ...(fault.param?.startsWith('lines') && { param: 'amount-0' }) }),
    save: async ({ reason, ...typed }) => {
      const params = { path: { reference } };
      const body = { lines: linesOf(rows, typed), reason };
      tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/refunds', { params, body })).data);
    },
    said: t('refund.done'),
    done: onClose,
  });
  const nothing = rows[0]?.left.replaceAll(/\d/g, '0') ?? '0'; // in the decimals of the currency
  const all = sum([nothing, ...linesOf(rows, form.values).map(({ amount }) => amount)]);
  const isAmount = Number.isFinite(Number(all)); // what is being typed may be none
  return (
    <FormWindow
      title={t('refund.title')}
      text={t('refund.text')}
      form={form}
      submit={isAmount ? t('refund.button', { amount: money(all, currency) }) : t('refund.title')}
      onClose={onClose}
    >
      {rows.map((row, at) => (
        <RowFields
          key={`${row.name} ${row.left}`}
          row={row}
          isOnly={rows.length === 1}
          currency={currency}
          units={form.field(`units-${at}`)}
          amount={form.field(`amount-${at}`)}
        />
      ))}
      <Input
        {...form.field('reason')}
        label={t('refund.reason')}
        hint={t('refund.reason.hint')}
        maxLength={500}
        required
      />
    </FormWindow>
  );
}

type TextField = { id: string; value: string; onValue: (value: string) => void };
type RowFieldsProps = { row: RefundRow; isOnly: boolean; currency: string; units: TextField; amount: TextField };

function RowFields({ row: { name, numbers, left }, isOnly, currency, units, amount }: RowFieldsProps) {
  const most = numbers.length;
  return (
    <fieldset class="choices">
      <legend class={isOnly ? 'visually-hidden' : 'label'}>{name}</legend>
      <div class="pair">
        {(most > 1 || !isOnly) && (
          <Choice
            {...units}
            label={t('column.units')}
            options={Array.from({ length: most + 1 }, (_, chosen) => ({
              value: `${chosen}`,
              text: t('refund.units', { units: chosen, most }),
            }))}
          />
        )}
        <Amount
          {...amount}
          currency={currency}
          label={t(most > 1 ? 'refund.amount.each' : 'refund.amount', { currency })}
          hint={t('refund.left', { amount: money(left, currency) })}
          autoComplete="off"
          required
        />
      </div>
    </fieldset>
  );
}

/** Returns the line items and amounts that are chosen: of equal units the first ones. */
function linesOf(rows: readonly RefundRow[], typed: Record<string, string>): { line: number; amount: string }[] {
  return rows.flatMap(({ numbers }, at) =>
    numbers
      .slice(0, Number(typed[`units-${at}`]))
      .map((line) => ({ line, amount: decimal(typed[`amount-${at}`] ?? '') })),
  );
}
