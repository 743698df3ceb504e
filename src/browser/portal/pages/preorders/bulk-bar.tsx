import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { added, NO_TICKS, type Ticks } from '../../bulk/ticks.ts';
import type { Preorder } from '../../requests/kinds.ts';
import { type PreorderFilter, readAllPreorders } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import type { List } from '../../requests/use-list.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { download } from '../../ui/download.ts';
import { count } from '../../ui/format.ts';
import { Glyph } from '../../ui/glyph.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Menu } from '../../ui/menu.tsx';
import { BULK_ACTS, type BulkAct } from './bulk.ts';
import { exportOf } from './export.tsx';
import { referenceOf } from './preorder-table.tsx';

type BarProps = {
  ticks: Ticks<Preorder>;
  filter: PreorderFilter;
  list: List<Preorder>;
  /** Something is being done with the ticked ones. */
  busy: boolean;
  onTicks: (ticks: Ticks<Preorder>) => void;
  onAct: (act: BulkAct) => void;
};

const ACTS = Object.keys(BULK_ACTS) as BulkAct[];

/** What can be done with the ticked pre-orders. */
export function BulkBar({ ticks, filter, list, busy, onTicks, onAct }: BarProps) {
  const can = useScopes();
  const [read, setRead] = useState(0);
  const reading = useSending();
  const ticked = ticks.rows.size;
  const tickAll = () =>
    reading.send(async () => {
      const all = await readAllPreorders(filter, setRead);
      onTicks({ rows: added(new Map(), all, referenceOf), last: undefined });
    });
  const save = () =>
    reading.send(async () => download(await exportOf([...ticks.rows.keys()], filter), 'preorders.csv'));
  // Ticking all that match is offered once all that is shown is ticked, and more is behind it.
  const more = list.more !== undefined && list.entries.every(({ reference }) => ticks.rows.has(reference));
  const acts = ACTS.filter((act) => can('preorders:write') && can(BULK_ACTS[act]));
  const first = acts.find((act) => act === (filter.state === 'released' ? 'send' : 'release')) ?? acts[0];
  const others = acts.filter((act) => act !== first);
  return (
    <div class="acts">
      <p class="acts__sum" role="status">
        {reading.busy && read > 0
          ? t('list.reading', { count: count(read) })
          : ticked > 0
            ? t('list.ticked', { count: ticked })
            : t(list.more ? 'list.shown.more' : 'list.shown', { count: list.entries.length })}
      </p>
      {more && ticked > 0 && ticked <= list.entries.length && (
        <Button kind="secondary" busy={reading.busy} onPress={() => void tickAll()}>
          {t('work.tick.filter')}
        </Button>
      )}
      {ticked > 0 && (
        <div class="acts__buttons">
          <Button kind="secondary" onPress={() => onTicks(NO_TICKS)}>
            {t('work.untick')}
          </Button>
          <Button kind="secondary" busy={reading.busy} onPress={() => void save()}>
            {t('preorders.export')}
          </Button>
          {others.length > 0 && !busy && (
            <Menu
              class="button button--secondary"
              items={others.map((act) => ({
                value: act,
                text: t(`bulk.${act}`),
                danger: act === 'cancel',
                onSelect: () => onAct(act),
              }))}
            >
              {t('list.more_acts')} <Glyph name="chevron" size={12} />
            </Menu>
          )}
          {first && (
            <Button busy={busy} onPress={() => onAct(first)}>
              {t(`bulk.${first}`)}
            </Button>
          )}
        </div>
      )}
      {reading.fault && <FaultNotice fault={reading.fault} />}
    </div>
  );
}
