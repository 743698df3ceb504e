import type { PreorderDetail } from '../../requests/kinds.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, days, money, sum } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Card } from '../../ui/page.tsx';
import { propertiesOf } from './properties.ts';
import { PreorderState } from './state.tsx';

type Line = PreorderDetail['lines'][number];
/** Equal line items as one row: a line item is one unit. */
type Row = { line: Line; lines: Line[] };

export function Lines({ preorder }: { preorder: PreorderDetail }) {
  const { slug } = useCurrentStore();
  const { product, waitlist_id, lines, currency } = preorder;
  const link = <a href={storePath(slug, `/waitlists/${waitlist_id}`)}>{t('preorder.waitlist')}</a>;
  return (
    <Card title={product.title} hint={link} flush>
      <Table
        caption={t('preorder.lines')}
        columns={columnsOf(currency)}
        rows={rowsOf(lines)}
        keyOf={({ line }) => line.id}
      />
    </Card>
  );
}

function columnsOf(currency: string): Column<Row>[] {
  return [
    {
      title: t('column.variant'),
      heads: true,
      cell: ({ line: { variant, properties } }) => (
        <>
          {variant.title || t('variant.only')}
          {variant.sku !== '' && <span class="sub">{variant.sku}</span>}
          {propertiesOf(properties).map(([name, value]) => (
            <span key={name} class="sub">
              {name}: {value}
            </span>
          ))}
        </>
      ),
    },
    { title: t('column.state'), cell: ({ line }) => <PreorderState state={line.state} /> },
    { title: t('column.ships'), cell: ({ line }) => days(line.ship_window_now) },
    { title: t('column.units'), number: true, cell: ({ lines }) => count(lines.length) },
    { title: t('column.price'), number: true, cell: ({ line }) => money(line.unit_price, currency) },
    {
      title: t('column.total'),
      number: true,
      cell: ({ lines }) => money(sum(lines.map(({ total }) => total)), currency),
    },
  ];
}

/** Groups line items that a reader cannot tell apart. */
function rowsOf(lines: readonly Line[]): Row[] {
  const rows = new Map<string, Row>();
  for (const line of lines) {
    const { variant, state, ship_window_now: window, unit_price, properties } = line;
    const same = JSON.stringify([variant.id, state, window.from, window.until, unit_price, properties]);
    const row = rows.get(same);
    if (row) row.lines.push(line);
    else rows.set(same, { line, lines: [line] });
  }
  return [...rows.values()];
}
