import type { ComponentChildren } from 'preact';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { storePath, useCurrentStore } from '../requests/where.ts';
import { type PortalKey, t } from '../texts.ts';
import { FaultText } from '../ui/fault-text.tsx';
import { count } from '../ui/format.ts';
import { FaultNotice } from '../ui/loaded.tsx';
import { Card } from '../ui/page.tsx';
import type { Outcome, Run } from './run.ts';

/** What is said of a run. `ended` and `stopped` take the number of rows that were done. */
export type RunWords = {
  title: string;
  ended: PortalKey;
  stopped: PortalKey;
  failed: PortalKey;
  tryStopped?: PortalKey;
};

/** A row with its name. Its page is that of the pre-order with this reference, where none is given. */
type Named = { reference: string; path?: string };

type ProgressProps<Row extends Named> = {
  run: Run<Row>;
  words: RunWords;
  onStop: () => void;
  /** What can be done once it has ended. */
  actions?: ComponentChildren;
};

/** How far a run is, with the button that stops it; afterwards what became of it. */
export function RunProgress<Row extends Named>({ run, words, onStop, actions }: ProgressProps<Row>) {
  const { total, outcomes, state } = run;
  if (state !== 'running') return <Ended run={run} words={words} actions={actions} />;
  return (
    <Card
      title={words.title}
      hint={t('work.running.text')}
      actions={
        <Button kind="secondary" onPress={onStop}>
          {t('release.stop')}
        </Button>
      }
    >
      <Bar total={total} done={outcomes.length} title={words.title} />
    </Card>
  );
}

export function Bar({ total, done, title }: { total: number; done: number; title: string }) {
  return (
    <>
      <progress class="progress" max={total} value={done} aria-label={title} />
      <p role="status">{t('work.progress', { done: count(done), total: count(total) })}</p>
    </>
  );
}

// A file may have thousands of them, and says so in a file of its own.
const NAMED_MAX = 20;

/** Names what was refused, and why: a row that is no longer like its list has left it. */
export function Refused({ outcomes }: { outcomes: readonly Outcome<Named>[] }) {
  const { slug } = useCurrentStore();
  if (outcomes.length === 0) return null;
  return (
    <ul class="points">
      {outcomes.slice(0, NAMED_MAX).map(({ row: { reference, path }, faults }) => (
        <li key={path ?? reference}>
          <a href={storePath(slug, path ?? `/preorders/${encodeURIComponent(reference)}`)}>{reference}</a>
          {': '}
          {faults.map((fault) => (
            <FaultText key={fault.text} fault={fault} />
          ))}
        </li>
      ))}
      {outcomes.length > NAMED_MAX && <li>{t('work.more', { count: outcomes.length - NAMED_MAX })}</li>}
    </ul>
  );
}

type EndedProps<Row extends Named> = Omit<ProgressProps<Row>, 'onStop'>;

function Ended<Row extends Named>({ run, words, actions }: EndedProps<Row>) {
  const { total, outcomes, state, fault, dryRun } = run;
  const of = (fate: string) => outcomes.filter((one) => one.fate === fate).length;
  const [done, before, refused, left] = [of('done'), of('before'), of('refused'), total - outcomes.length];
  const parts = dryRun
    ? []
    : [
        before > 0 && t('work.ended.before', { count: before }),
        refused > 0 && t('work.ended.refused', { count: refused }),
        left > 0 && t('work.ended.left', { count: left }),
      ].filter((part): part is string => part !== false);
  const key = dryRun ? (words.tryStopped ?? words.stopped) : state === 'stopped' ? words.stopped : words.ended;
  return (
    <>
      {fault && <FaultNotice fault={fault} title={t(words.failed)} />}
      <div role="status">
        <Notice
          kind={parts.length > 0 || dryRun ? 'warning' : 'success'}
          title={t(key, { count: done })}
          actions={actions}
        >
          {parts.length > 0 && <p>{parts.join(' · ')}</p>}
          {!dryRun && <Refused outcomes={outcomes.filter(({ fate }) => fate === 'refused')} />}
        </Notice>
      </div>
    </>
  );
}
