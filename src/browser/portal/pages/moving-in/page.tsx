import { useLocation } from 'preact-iso/router';
import { useStoreSettings } from '../../requests/reads.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { count, moment } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { BringFile } from './bring-file.tsx';
import { type Moving, useMovings } from './reads.ts';
import { MovingState } from './state.tsx';

const LOOK_MS = 3_000;

/** Brings in what another service kept. A file is looked at first, and brings nothing in before a person says so. */
export function MovingIn() {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const mayWrite = useScopes()('imports:write');
  const loaded = useMovings();
  useLive([loaded], LOOK_MS);
  return (
    <Page
      title={t('moving.title')}
      intro={t('moving.intro')}
      back={{ href: storePath(slug, '/preorders'), text: t('nav.preorders') }}
    >
      {mayWrite && <BringFile onTaken={({ id }) => route(storePath(slug, `/moving-in/${id}`))} />}
      <Shown of={loaded}>{(all) => (all.length === 0 ? null : <Earlier all={all} slug={slug} />)}</Shown>
    </Page>
  );
}

function Earlier({ all, slug }: { all: Moving[]; slug: string }) {
  const { data: store } = useStoreSettings();
  return (
    <Card title={t('moving.earlier')} flush>
      <Table
        caption={t('moving.earlier')}
        rows={all}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t('moving.file'),
            heads: true,
            cell: ({ id, file_name: name }) => (
              <a class="long" href={storePath(slug, `/moving-in/${id}`)}>
                {name}
              </a>
            ),
          },
          { title: t('moving.kind'), cell: ({ kind }) => t(`moving.kind.${kind}`) },
          { title: t('moving.state'), cell: ({ state }) => <MovingState state={state} /> },
          { title: t('moving.rows'), number: true, cell: ({ rows }) => count(rows) },
          { title: t('moving.when'), cell: ({ created_at: at }) => moment(at, store?.time_zone) },
        ]}
      />
    </Card>
  );
}
