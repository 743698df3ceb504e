import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Store } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { useSending } from '../../requests/send.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { count, moment } from '../../ui/format.ts';
import { FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { JOB_TONES, type Job, jobName, reasonText, runAgain, useJob } from './reads.ts';

const LOOK_MS = 2_000; // somebody who had it run again waits for what comes of it

/** One job: what it is about, why it does not work, and a way to run it again. */
export function JobDetail({ id, store }: { id: number; store: Store }) {
  const { slug } = useCurrentStore();
  const loaded = useJob(id);
  useLive([loaded], LOOK_MS);
  // A job that is done is deleted.
  const done = loaded.fault?.code === 'job_not_found';
  return (
    <>
      <p>
        <a class="page__back" href={storePath(slug, '/settings/jobs')}>
          {t('settings.jobs')}
        </a>
      </p>
      {done ? (
        <Card title={loaded.data ? jobName(loaded.data.topic) : t('job.title')}>
          <div role="status">
            <Notice kind="success" title={t('job.done')}>
              <p>{t('job.done.text')}</p>
            </Notice>
          </div>
        </Card>
      ) : (
        <Shown of={loaded}>{(job) => <Details job={job} timeZone={store.time_zone} />}</Shown>
      )}
    </>
  );
}

function Details({ job, timeZone }: { job: Job; timeZone: string }) {
  const { id, topic, state, attempts, attempts_max: max, reason, created_at, run_at, running_since, subject_id } = job;
  const mayWrite = useScopes()('operations:write');
  const sending = useSending();
  const run = async () => {
    if (await sending.send(() => runAgain({ jobs: [id] }))) say(t('jobs.run.done'));
  };
  return (
    <Card
      title={jobName(topic)}
      hint={t(`job.state.${state}.text`)}
      actions={<Badge tone={JOB_TONES[state]}>{t(`job.state.${state}`)}</Badge>}
    >
      <div class="stack">
        {reason !== null && (
          <Notice kind={state === 'dead' ? 'error' : 'warning'} title={t('job.reason')}>
            <p>{reasonText(job) ?? t('job.reason.other')}</p>
            <p class="muted" lang="en">
              {reason}
            </p>
          </Notice>
        )}
        <Facts
          facts={[
            [t('jobs.tries'), t('jobs.tries.of', { tries: count(attempts), max: count(max) })],
            [t('column.created'), moment(created_at, timeZone)],
            ...(state === 'dead' ? [] : [[t('jobs.due'), moment(run_at, timeZone)] as const]),
            ...(running_since === null ? [] : [[t('job.running'), moment(running_since, timeZone)] as const]),
          ]}
        />
        <p class="label">{t('job.subject')}</p>
        <CopyLine text={`${topic} ${subject_id}`} label={t('job.subject.copy')} />
        {sending.fault && <FaultNotice fault={sending.fault} />}
        {mayWrite && (state === 'dead' || state === 'failing') && (
          <p>
            <Button busy={sending.busy} onPress={() => void run()}>
              {t('job.run')}
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}
