import type { PreorderDetail } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { sum } from '../../ui/format.ts';

type Line = Pick<PreorderDetail['lines'][number], 'number' | 'variant' | 'paid' | 'refunded'>;

/** Units of one variant of which as much can be given back. */
export type RefundRow = { name: string; numbers: number[]; left: string };

/** Groups what can be given back of a pre-order, so that equal units are one row. */
export function refundRows(lines: readonly Line[]): RefundRow[] {
  const rows = new Map<string, RefundRow>();
  for (const { number, variant, paid, refunded } of lines) {
    const left = sum([paid, `-${refunded}`]);
    if (Number(left) <= 0) continue;
    const same = JSON.stringify([variant.id, left]);
    const row = rows.get(same);
    if (row) row.numbers.push(number);
    else rows.set(same, { name: variant.title || variant.sku || t('variant.only'), numbers: [number], left });
  }
  return [...rows.values()];
}
