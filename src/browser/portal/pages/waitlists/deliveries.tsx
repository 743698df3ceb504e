import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, days } from '../../ui/format.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { type Column, Table } from '../../ui/list.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Card } from '../../ui/page.tsx';
import { DatesWindow } from './dates.tsx';
import { AddDelivery, DeliveryHistory, DeliveryUnits } from './delivery-windows.tsx';

type Batch = Waitlist['batches'][number];
type Open = { window: 'add' } | { window: 'units' | 'dates' | 'history'; batch: Batch };

/** The deliveries of a waitlist: which is sold first, when each ships, and what was promised before. */
export function Deliveries({ waitlist }: { waitlist: Waitlist }) {
  const [open, setOpen] = useState<Open>();
  const mayWrite = useScopes()('waitlists:write') && waitlist.state !== 'CLOSED';
  const onClose = () => setOpen(undefined);
  return (
    <Card
      title={t('waitlist.batches')}
      hint={t('waitlist.batches.hint')}
      actions={
        mayWrite && (
          <Button kind="secondary" onPress={() => setOpen({ window: 'add' })}>
            {t('delivery.add')}
          </Button>
        )
      }
      flush
    >
      <Table
        caption={t('waitlist.batches')}
        columns={columnsOf(mayWrite, setOpen)}
        rows={waitlist.batches}
        keyOf={({ id }) => id}
      />
      {open?.window === 'add' && <AddDelivery waitlist={waitlist} onClose={onClose} />}
      {open?.window === 'units' && <DeliveryUnits waitlist={waitlist} batch={open.batch} onClose={onClose} />}
      {open?.window === 'dates' && <DatesWindow batch={open.batch} onClose={onClose} />}
      {open?.window === 'history' && <DeliveryHistory waitlist={waitlist} batch={open.batch} onClose={onClose} />}
    </Card>
  );
}

function columnsOf(mayWrite: boolean, open: (shown: Open) => void): Column<Batch>[] {
  const name = ({ position }: Batch) => t('batch.name', { number: position });
  return [
    { title: t('column.batch'), heads: true, cell: name },
    { title: t('column.ships'), cell: ({ ship_window }) => days(ship_window) },
    {
      title: t('column.moves'),
      number: true,
      cell: ({ ship_window }) => (ship_window.version > 1 ? count(ship_window.version - 1) : t('never')),
    },
    { title: t('column.left'), number: true, cell: ({ left }) => count(left) },
    {
      title: t('column.actions'),
      number: true,
      cell: (batch) => (
        <Menu
          label={t('delivery.actions', { delivery: name(batch) })}
          items={[
            ...(mayWrite
              ? [
                  { value: 'units', text: t('units.title'), onSelect: () => open({ window: 'units', batch }) },
                  { value: 'dates', text: t('dates.title'), onSelect: () => open({ window: 'dates', batch }) },
                ]
              : []),
            { value: 'history', text: t('history.title'), onSelect: () => open({ window: 'history', batch }) },
          ]}
        >
          <Glyph name="dots" />
        </Menu>
      ),
    },
  ];
}
