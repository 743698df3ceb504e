import { useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useFilters, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { count, moment } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/list.tsx';
import { Empty, FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { JobDetail } from './detail.tsx';
import { JOB_STATES, JOB_TONES, type Job, jobName, reasonText, runAgain, useJobs } from './reads.ts';

const LOOK_MS = 5_000; // jobs come and go by themselves

/** The work that runs behind the store and is not done yet, or one job of it. */
export function Jobs({ store }: { store: Store }) {
  const { id } = useRoute().params;
  return id === undefined ? <List store={store} /> : <JobDetail id={Number(id)} store={store} />;
}

function List({ store }: { store: Store }) {
  const filters = useFilters();
  const { slug } = useCurrentStore();
  const state = JOB_STATES.find((one) => one === filters.read('state'));
  const loaded = useJobs(state);
  useLive([loaded], LOOK_MS);
  const { counts } = loaded.data ?? {};
  const textOfTab = (one: (typeof JOB_STATES)[number]) =>
    counts && counts[one] > 0 ? `${t(`job.state.${one}`)} ${count(counts[one])}` : t(`job.state.${one}`);
  return (
    <Card
      title={t('settings.jobs')}
      hint={t('jobs.text')}
      actions={counts && counts.dead > 0 && <RunAllDead count={counts.dead} />}
      flush
    >
      <div class="card__part">
        <Tabs
          label={t('jobs.filter')}
          value={state ?? ''}
          options={[{ value: '', text: t('all') }, ...JOB_STATES.map((value) => ({ value, text: textOfTab(value) }))]}
          onChoose={(value) => filters.write({ state: value })}
        />
      </div>
      <Shown of={loaded}>
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Empty title={t(state ? 'jobs.none_such' : 'jobs.none')}>{!state && <p>{t('jobs.none.text')}</p>}</Empty>
          ) : (
            <Table
              caption={t('settings.jobs')}
              rows={jobs}
              keyOf={({ id }) => `${id}`}
              columns={columnsOf(slug, store.time_zone)}
            />
          )
        }
      </Shown>
    </Card>
  );
}

function columnsOf(slug: string, timeZone: string): Column<Job>[] {
  return [
    {
      title: t('jobs.what'),
      heads: true,
      cell: ({ id, topic }) => <a href={storePath(slug, `/settings/jobs/${id}`)}>{jobName(topic)}</a>,
    },
    {
      title: t('column.state'),
      cell: (job) => (
        <>
          <Badge tone={JOB_TONES[job.state]}>{t(`job.state.${job.state}`)}</Badge>
          {job.reason !== null && <span class="sub long">{reasonText(job) ?? <Unforeseen reason={job.reason} />}</span>}
        </>
      ),
    },
    {
      title: t('jobs.tries'),
      cell: ({ attempts, attempts_max: max }) => t('jobs.tries.of', { tries: count(attempts), max: count(max) }),
    },
    { title: t('jobs.due'), cell: ({ state, run_at: at }) => (state === 'dead' ? '–' : moment(at, timeZone)) },
  ];
}

const Unforeseen = ({ reason }: { reason: string }) => (
  <>
    {t('job.reason.other')} <span lang="en">{reason}</span>
  </>
);

function RunAllDead({ count: dead }: { count: number }) {
  const mayWrite = useScopes()('operations:write');
  const sending = useSending();
  if (!mayWrite) return null;
  const run = async () => {
    if (await sending.send(() => runAgain({ all_dead: true }))) say(t('jobs.run.done'));
  };
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void run()}>
        {t('jobs.run.all', { count: dead })}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
