import { t } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Card } from '../../ui/page.tsx';
import type { Batch } from './reads.ts';

type Variant = Batch['variants'][number];

export const variantName = ({ title, sku }: { title?: string; sku: string }): string =>
  title || sku || t('variant.only');

/** What was sold of each variant, what has come, and who waits. */
export function UnitsCard({ batch }: { batch: Batch }) {
  const columns: Column<Variant>[] = [
    {
      title: t('column.variant'),
      heads: true,
      cell: (variant) => (
        <>
          {variantName(variant)}
          {variant.title !== '' && variant.sku !== '' && <span class="sub">{variant.sku}</span>}
        </>
      ),
    },
    { title: t('column.sold'), number: true, cell: ({ sold }) => count(sold) },
    { title: t('column.waiting'), number: true, cell: ({ waiting }) => count(waiting) },
    { title: t('column.arrived'), number: true, cell: ({ arrived }) => count(arrived) },
    { title: t('column.released'), number: true, cell: ({ released }) => count(released) },
    { title: t('column.free'), number: true, cell: ({ free }) => count(free) },
  ];
  return (
    <Card title={t('waitlist.units')} flush>
      <Table caption={t('waitlist.units')} columns={columns} rows={batch.variants} keyOf={({ id }) => id} />
    </Card>
  );
}
