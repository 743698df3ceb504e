import { useRoute } from 'preact-iso/router';
import { Notice } from '../../../ui/notice.tsx';
import { useStoreSettings } from '../../requests/reads.ts';
import { useLive } from '../../requests/use-live.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t, textOf } from '../../texts.ts';
import { count, duration, moment } from '../../ui/format.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Findings } from './findings.tsx';
import { RehearsalState, Running } from './progress.tsx';
import { isUnderWay, type Rehearsal, useRehearsal } from './reads.ts';
import { ReportCards } from './report.tsx';

// A worker tells how far it is every second. What has ended does not change.
const RUNNING_MS = 1_000;
const ENDED_MS = 60_000;

/** One rehearsal: how far it is, and then what the launch would come to. */
export function RehearsalPage() {
  const { id = '' } = useRoute().params;
  const { slug } = useCurrentStore();
  const { data: store } = useStoreSettings();
  const can = useScopes();
  const loaded = useRehearsal(id);
  const { data } = loaded;
  useLive([loaded], data && !isUnderWay(data) ? ENDED_MS : RUNNING_MS);
  const again = data && can('waitlists:write') && !isUnderWay(data);
  return (
    <Page
      title={data ? t('rehearsal.title', { product: data.product }) : t('nav.rehearsals')}
      badge={data && <RehearsalState rehearsal={data} />}
      back={{ href: storePath(slug, '/rehearsals'), text: t('nav.rehearsals') }}
      intro={data && introOf(data, store?.time_zone)}
      actions={
        again ? (
          <a class="button button--secondary" href={storePath(slug, `/rehearsals?again=${data.id}`)}>
            {t('rehearsal.again')}
          </a>
        ) : undefined
      }
    >
      <Shown of={loaded}>
        {(rehearsal) =>
          isUnderWay(rehearsal) ? (
            <Running rehearsal={rehearsal} />
          ) : (
            <Ended rehearsal={rehearsal} timeZone={store?.time_zone} />
          )
        }
      </Shown>
    </Page>
  );
}

function introOf({ shoppers, hours, created_at: at }: Rehearsal, timeZone: string | undefined): string {
  const values = { shoppers: count(shoppers), time: duration(hours * 3_600), moment: moment(at, timeZone) };
  return t('rehearsal.intro', values);
}

/** Says in the reader's language why it failed, where that is known; else as the service says it. */
function Failure({ rehearsal: { failure, failure_code: code } }: { rehearsal: Rehearsal }) {
  const text = textOf(`rehearsal.failure.${code}`) ?? textOf(`fault.${code}`);
  if (text !== undefined) return <p>{text}</p>;
  return (
    <>
      <p>{t('rehearsal.failure.internal_error')}</p>
      <p class="muted" lang="en">
        {failure}
      </p>
    </>
  );
}

function Ended({ rehearsal, timeZone }: { rehearsal: Rehearsal; timeZone: string | undefined }) {
  const { state, report, arrived, shoppers } = rehearsal;
  return (
    <>
      {state === 'failed' && (
        <Notice kind="error" title={t('rehearsal.failed')}>
          <Failure rehearsal={rehearsal} />
        </Notice>
      )}
      {state === 'stopped' && (
        <Notice
          kind="warning"
          title={t('rehearsal.stopped_at', { arrived: count(arrived), shoppers: count(shoppers) })}
        >
          <p>{t(report ? 'rehearsal.so_far' : 'rehearsal.nothing')}</p>
        </Notice>
      )}
      {report && (
        <>
          <Findings rehearsal={rehearsal} report={report} />
          <ReportCards id={rehearsal.id} report={report} timeZone={timeZone} />
        </>
      )}
    </>
  );
}
