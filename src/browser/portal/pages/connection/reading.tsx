import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Input } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { count, moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { type Connection, sync } from './reads.ts';

type Sync = NonNullable<Connection['sync']>;

/** The last reading of all products, how far the present one is, and buttons for another. */
export function Reading({ connection, store }: { connection: Connection; store: Store }) {
  const mayRead = useScopes()('catalog:write');
  return (
    <Card title={t('connection.sync')} hint={t('connection.sync.text')}>
      <div class="stack">
        {connection.sync ? <SyncState sync={connection.sync} store={store} /> : <p>{t('connection.sync.none')}</p>}
        {mayRead && <Again />}
      </div>
    </Card>
  );
}

function SyncState({ sync: known, store }: { sync: Sync; store: Store }) {
  const { state, dry_run: isDry, done_at: doneAt } = known;
  const running = t(isDry ? 'connection.comparing' : 'connection.reading', { count: known.listed });
  const done =
    doneAt && t(isDry ? 'connection.compared' : 'connection.read', { time: moment(doneAt, store.time_zone) });
  return (
    <div class="stack stack--close">
      {state !== 'done' && <progress class="progress" max={1} aria-label={t('connection.sync')} />}
      <p role="status">{state === 'missing' ? t('connection.missing') : (done ?? running)}</p>
      <Facts
        facts={[
          [t('connection.listed'), count(known.listed)],
          [t(isDry ? 'connection.would_create' : 'connection.created'), count(known.created)],
          [t(isDry ? 'connection.would_update' : 'connection.updated'), count(known.updated)],
          [t('connection.unchanged'), count(known.unchanged)],
          [t('connection.removed'), count(known.removed)],
          [t('connection.not_kept'), count(known.refused)],
        ]}
      />
    </div>
  );
}

function Again() {
  const form = useForm({
    free: true,
    values: () => ({ product_id: '' }),
    save: ({ product_id: id }) => sync({ product_id: id.trim() }),
    said: ({ product_id: id }) => t('connection.one.done', { id: id.trim() }),
  });
  const ask = async (what: { dry_run?: boolean }, said: string) => {
    if (await form.also(() => sync(what))) say(said);
  };
  return (
    <>
      <p class="buttons">
        <Button kind="secondary" busy={form.busy} onPress={() => void ask({}, t('connection.again.done'))}>
          {t('connection.read_all')}
        </Button>
        <Button
          kind="secondary"
          busy={form.busy}
          onPress={() => void ask({ dry_run: true }, t('connection.compare.done'))}
        >
          {t('connection.compare')}
        </Button>
      </p>
      <FormView form={form} submit={t('connection.one.button')} kind="secondary">
        <Input {...form.field('product_id')} label={t('connection.one')} hint={t('connection.one.hint')} required />
      </FormView>
    </>
  );
}
