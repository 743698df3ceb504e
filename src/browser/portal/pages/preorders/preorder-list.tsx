import { useState } from 'preact/hooks';
import { Notice } from '../../../ui/notice.tsx';
import { RunProgress, type RunWords } from '../../bulk/progress.tsx';
import { added } from '../../bulk/ticks.ts';
import { cleared } from '../../lists/filter.ts';
import { Gone, isOfGone } from '../../lists/gone.tsx';
import type { Preorder } from '../../requests/kinds.ts';
import { type PreorderFilter, usePreorders } from '../../requests/reads.ts';
import { type Filters, storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ListView } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import type { BulkAct } from './bulk.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkWindow } from './bulk-window.tsx';
import { FILTERS } from './filter.ts';
import { PreorderTable, referenceOf } from './preorder-table.tsx';
import { useWork } from './use-work.ts';

type ListProps = { filter: PreorderFilter; filters: Filters; timeZone: string | undefined };

/** The list that a filter finds, and what is done with its ticked rows. */
export function PreorderList({ filter, filters, timeZone }: ListProps) {
  const work = useWork(JSON.stringify(filter));
  const { ticks, running } = work;
  const [act, setAct] = useState<BulkAct>();
  const list = usePreorders(filter, work.round);
  const { fault } = list.first;
  const incomplete = list.first.data?.meta.incomplete === true && (
    <Notice kind="info" title={t('preorders.incomplete')}>
      <p>{t('preorders.incomplete.text')}</p>
    </Notice>
  );
  return (
    <>
      {running.run && <RunProgress run={running.run} words={wordsOf(work.act)} onStop={running.stop} />}
      <Card flush>
        {isOfGone(fault) ? (
          <Gone fault={fault} filters={filters} />
        ) : (
          <ListView
            list={list}
            empty={
              <>
                {incomplete}
                <NoPreorders filter={filter} filters={filters} />
              </>
            }
          >
            {(entries) => (
              <>
                {incomplete}
                <BulkBar
                  ticks={ticks}
                  filter={filter}
                  list={list}
                  busy={running.run?.state === 'running'}
                  onTicks={work.setTicks}
                  onAct={setAct}
                />
                <PreorderTable
                  preorders={onceEach(entries)}
                  timeZone={timeZone}
                  ticks={ticks}
                  onTicks={work.setTicks}
                  refusals={work.refusals}
                />
              </>
            )}
          </ListView>
        )}
      </Card>
      {act && (
        <BulkWindow
          act={act}
          preorders={[...ticks.rows.values()]}
          onDo={(rows, refused) => void work.perform(act, rows, refused)}
          onClose={() => setAct(undefined)}
        />
      )}
    </>
  );
}

const wordsOf = (act: BulkAct): RunWords => ({
  title: t(`bulk.${act}`),
  ended: 'bulk.ended',
  stopped: 'bulk.ended.stopped',
  failed: 'bulk.failed',
});

/** The first page is looked at again by itself: what then moves up from the next one would be there twice. */
const onceEach = (preorders: readonly Preorder[]): Preorder[] => [...added(new Map(), preorders, referenceOf).values()];

function NoPreorders({ filter, filters }: Omit<ListProps, 'timeZone'>) {
  const { slug } = useCurrentStore();
  if (Object.keys(filter).some((name) => name !== 'sort')) {
    const all = cleared([...FILTERS, { names: ['customer', 'q', 'view'] }]);
    return (
      <Empty
        title={t('preorders.none_such')}
        actions={
          <button type="button" class="link-button" onClick={() => filters.write(all)}>
            {t('list.all')}
          </button>
        }
      >
        {filter.q !== undefined && <p>{t('preorders.none_such.text', { q: filter.q })}</p>}
      </Empty>
    );
  }
  return (
    <Empty title={t('preorders.none')} actions={<a href={storePath(slug)}>{t('preorders.none.home')}</a>}>
      <p>{t('preorders.none.text')}</p>
    </Empty>
  );
}
