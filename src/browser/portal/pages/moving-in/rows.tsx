import { useState } from 'preact/hooks';
import { faultOf } from '../../requests/fault.ts';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { FaultText } from '../../ui/fault-text.tsx';
import { count } from '../../ui/format.ts';
import { ListView, Table } from '../../ui/list.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Fate, type Moving, type MovingRow, useMovingRows } from './reads.ts';

const TONES: Record<Fate, Tone> = {
  ready: 'busy',
  imported: 'good',
  exists: 'neutral',
  skipped: 'neutral',
  refused: 'bad',
  undone: 'warn',
  kept: 'warn',
};
const FATES = Object.keys(TONES) as Fate[];

/** Every row of the file and what becomes of it; those of one fate alone, if a reader wants that. */
export function MovingRows({ moving }: { moving: Moving }) {
  const [fate, setFate] = useState('');
  const { slug } = useCurrentStore();
  const list = useMovingRows(
    moving,
    FATES.find((one) => one === fate),
  );
  const tabs = FATES.filter((one) => moving[one] > 0);
  const all = { value: '', text: `${t('moving.all')} ${count(moving.rows)}` };
  const options = tabs.map((value) => ({ value, text: `${t(`moving.fate.${value}`)} ${count(moving[value])}` }));
  return (
    <>
      <Tabs label={t('moving.fate')} value={fate} options={[all, ...options]} onChoose={setFate} />
      <Card title={t('moving.rows')} flush>
        <ListView list={list} empty={<p class="more muted">{t('moving.none')}</p>}>
          {(entries) => (
            <Table
              caption={t('moving.rows')}
              rows={entries}
              keyOf={({ number }) => `${number}`}
              columns={[
                { title: t('moving.line'), cell: ({ line }) => count(line) },
                {
                  title: t('moving.reference'),
                  heads: true,
                  cell: ({ reference }) => <span class="long">{reference}</span>,
                },
                {
                  title: t('moving.fate'),
                  cell: ({ fate: one }) =>
                    one === null ? t('moving.fate.waits') : <Badge tone={TONES[one]}>{t(`moving.fate.${one}`)}</Badge>,
                },
                { title: t('moving.became'), cell: (row) => <Became row={row} slug={slug} kind={moving.kind} /> },
              ]}
            />
          )}
        </ListView>
      </Card>
    </>
  );
}

function Became({ row, slug, kind }: { row: MovingRow; slug: string; kind: Moving['kind'] }) {
  const { made, error, notes } = row;
  return (
    <>
      {error &&
        (error.errors ?? [error]).map((one) => (
          <p key={JSON.stringify(one)}>
            <Told told={one} />
          </p>
        ))}
      {made !== null && (
        <a href={storePath(slug, `/${kind}/${made}`)}>{kind === 'preorders' ? made : t('moving.open_waitlist')}</a>
      )}
      {notes.map((note) => (
        <p key={note.param} class="muted">
          <Told told={{ code: 'invalid_parameter', ...note }} />
        </p>
      ))}
    </>
  );
}

function Told({ told }: { told: Omit<NonNullable<MovingRow['error']>, 'errors'> }) {
  return (
    <>
      {told.param !== null && `${told.param}: `}
      <FaultText fault={faultOf(told)} />
    </>
  );
}
