import { useEffect } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Bar, Refused } from '../../bulk/progress.tsx';
import type { Outcome } from '../../bulk/run.ts';
import { t } from '../../texts.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { type BulkAct, type BulkRow, type Touched, useBulk } from './bulk.ts';

type Outcomes = readonly Outcome<BulkRow, Touched>[];

type WindowProps = {
  act: BulkAct;
  rows: readonly BulkRow[];
  /** Does the rows that can be done. The outcomes of the others say why they cannot. */
  onDo: (rows: BulkRow[], refused: Outcomes) => void;
  onClose: () => void;
};

/** Asks what an act would do to each waitlist, says it, and only then has it done. */
export function BulkWindow({ act, rows, onDo, onClose }: WindowProps) {
  const { run, start, stop } = useBulk();
  useEffect(() => void start(rows, true), []);
  const running = run?.state === 'running';
  const of = (fate: string) => (run?.outcomes ?? []).filter((one) => one.fate === fate);
  const ready = of('ready');
  const go = () => {
    onClose();
    onDo(
      ready.map(({ row }) => row),
      of('refused'),
    );
  };
  return (
    <Modal title={t(`act.${act}`)} onClose={onClose}>
      {run && running && <Bar total={run.total} done={run.outcomes.length} title={t('bulk.checking')} />}
      {run?.fault && <FaultNotice fault={run.fault} />}
      {run && !running && !run.fault && <Effect act={act} ready={ready} refused={of('refused')} />}
      <ModalActions>
        <Button kind="secondary" onPress={running ? stop : onClose}>
          {t(running ? 'release.stop' : 'cancel')}
        </Button>
        {run && !running && !run.fault && ready.length > 0 && (
          <Button onPress={go}>{t(`offers.${act}.go`, { count: ready.length })}</Button>
        )}
      </ModalActions>
    </Modal>
  );
}

function Effect({ act, ready, refused }: { act: BulkAct; ready: Outcomes; refused: Outcomes }) {
  const sum = (of: keyof Touched) => ready.reduce((total, { answer }) => total + (answer?.[of] ?? 0), 0);
  return (
    <div class="stack" role="status">
      <Notice
        kind={refused.length > 0 ? 'warning' : 'info'}
        title={ready.length > 0 ? t(`offers.${act}.effect`, { count: ready.length }) : t('bulk.nothing')}
      >
        {ready.length > 0 && <p>{t('effect.left', { count: sum('units_left') })}</p>}
        {sum('preorders_waiting') > 0 && <p>{t('effect.waiting', { count: sum('preorders_waiting') })}</p>}
        {refused.length > 0 && <p>{t('bulk.refused', { count: refused.length })}</p>}
        <Refused outcomes={refused} />
      </Notice>
    </div>
  );
}
