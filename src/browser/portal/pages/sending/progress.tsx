import type { ComponentChildren } from 'preact';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { storePath, useCurrentStore } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { FaultText } from '../../ui/fault-text.tsx';
import { count } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import type { Outcome, Run, SendRow } from './run.ts';

type ProgressProps<Row extends SendRow> = {
  run: Run<Row>;
  title: string;
  onStop: () => void;
  /** What can be done once it has ended. */
  actions?: ComponentChildren;
};

/** How far a run is, with the button that stops it; afterwards what became of it. */
export function RunProgress<Row extends SendRow>({ run, title, onStop, actions }: ProgressProps<Row>) {
  const { total, outcomes, state } = run;
  if (state !== 'running') return <Ended run={run} actions={actions} />;
  return (
    <Card
      title={title}
      hint={t('sending.running.text')}
      actions={
        <Button kind="secondary" onPress={onStop}>
          {t('release.stop')}
        </Button>
      }
    >
      <progress class="progress" max={total} value={outcomes.length} aria-label={title} />
      <p role="status">{t('sending.progress', { done: count(outcomes.length), total: count(total) })}</p>
    </Card>
  );
}

// A file may have thousands of them, and says so in a file of its own.
const NAMED_MAX = 20;

/** Names what was refused, and why: a parcel that is no longer ready has left the list. */
function Refused({ outcomes }: { outcomes: readonly Outcome<SendRow>[] }) {
  const { slug } = useCurrentStore();
  if (outcomes.length === 0) return null;
  return (
    <ul class="points">
      {outcomes.slice(0, NAMED_MAX).map(({ row: { reference }, faults }) => (
        <li key={reference}>
          <a href={storePath(slug, `/preorders/${encodeURIComponent(reference)}`)}>{reference}</a>
          {': '}
          {faults.map((fault) => (
            <FaultText key={fault.text} fault={fault} />
          ))}
        </li>
      ))}
      {outcomes.length > NAMED_MAX && <li>{t('sending.more', { count: outcomes.length - NAMED_MAX })}</li>}
    </ul>
  );
}

function Ended<Row extends SendRow>({ run, actions }: { run: Run<Row>; actions: ComponentChildren }) {
  const { total, outcomes, state, fault, dryRun } = run;
  const of = (fate: string) => outcomes.filter((one) => one.fate === fate).length;
  const [sent, before, refused, left] = [of('sent'), of('before'), of('refused'), total - outcomes.length];
  const parts = dryRun
    ? []
    : [
        before > 0 && t('sending.ended.before', { count: before }),
        refused > 0 && t('sending.ended.refused', { count: refused }),
        left > 0 && t('sending.ended.left', { count: left }),
      ].filter((part): part is string => part !== false);
  return (
    <>
      {fault && <FaultNotice fault={fault} title={t('sending.failed')} />}
      <div role="status">
        <Notice
          kind={parts.length > 0 || dryRun ? 'warning' : 'success'}
          title={
            dryRun
              ? t('tracking.check.stopped')
              : t(state === 'stopped' ? 'sending.ended.stopped' : 'sending.ended', { count: sent })
          }
          actions={actions}
        >
          {parts.length > 0 && <p>{parts.join(' · ')}</p>}
          {!dryRun && <Refused outcomes={outcomes.filter(({ fate }) => fate === 'refused')} />}
        </Notice>
      </div>
    </>
  );
}
