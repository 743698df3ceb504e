import { Picture } from '../../bulk/picture.tsx';
import type { Refusals } from '../../bulk/run.ts';
import type { Ticks } from '../../bulk/ticks.ts';
import { type WorkColumn, WorkTable } from '../../bulk/work-table.tsx';
import type { Preorder } from '../../requests/kinds.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, moment, money } from '../../ui/format.ts';
import { PreorderStates, shopperOf } from './state.tsx';

export const referenceOf = ({ reference }: Preorder): string => reference;

type TableProps = {
  preorders: readonly Preorder[];
  timeZone: string | undefined;
  ticks: Ticks<Preorder>;
  onTicks: (ticks: Ticks<Preorder>) => void;
  refusals: Refusals;
};

/** Pre-orders with a tick each. */
export function PreorderTable({ preorders, timeZone, ...more }: TableProps) {
  const { slug } = useCurrentStore();
  return (
    <WorkTable
      caption={t('nav.preorders')}
      rows={preorders}
      columns={columnsOf(slug, timeZone)}
      keyOf={referenceOf}
      {...more}
    />
  );
}

const columnsOf = (slug: string, timeZone: string | undefined): WorkColumn<Preorder>[] => [
  {
    name: 'name',
    title: t('column.reference'),
    heads: true,
    cell: ({ reference }) => (
      <a class="reference" href={storePath(slug, `/preorders/${reference}`)}>
        {reference}
      </a>
    ),
  },
  {
    name: 'person',
    title: t('column.shopper'),
    whole: (preorder) => shopperOf(preorder) ?? undefined,
    cell: (preorder) => shopperOf(preorder) ?? <span class="muted">{t('hidden')}</span>,
  },
  {
    name: 'goods',
    title: t('column.product'),
    says: true,
    whole: goodsOf,
    cell: (preorder) => (
      <>
        <Picture url={preorder.lines[0]?.image_url ?? null} />
        {goodsOf(preorder)}
      </>
    ),
  },
  { name: 'state', title: t('column.state'), cell: (preorder) => <PreorderStates preorder={preorder} /> },
  { name: 'placed', title: t('column.placed'), cell: ({ placed_at }) => moment(placed_at, timeZone) },
  { name: 'total', title: t('column.total'), cell: ({ total, currency }) => money(total, currency) },
];

/** Says what was ordered, such as `2 × Aurora Jacket, Medium`. Variants beyond the first are counted. */
function goodsOf({ product, lines }: Preorder): string {
  const variants = [...new Set(lines.map(({ variant }) => variant.title))].filter((title) => title !== '');
  const name = [product.title, ...variants.slice(0, 1)].join(', ');
  const more = variants.length > 1 ? ` +${variants.length - 1}` : '';
  return lines.length === 1 ? name : t('work.item', { quantity: count(lines.length), name: `${name}${more}` });
}
