import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Bar, Refused } from '../../bulk/progress.tsx';
import type { Outcome, Run } from '../../bulk/run.ts';
import type { Preorder } from '../../requests/kinds.ts';
import { useForm } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Check, TextArea } from '../../ui/choices.tsx';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { decimal, money, sum } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { lastCarrier, rememberCarrier } from '../sending/mark-window.tsx';
import { type BulkAct, type BulkFields, type BulkRow, type Done, readyOf, rowsOf, useBulk } from './bulk.ts';

type BulkWindowProps = {
  act: BulkAct;
  preorders: readonly Preorder[];
  /** Does the rows that can be done. The outcomes of the others say why they cannot. */
  onDo: (rows: BulkRow[], refused: readonly Outcome<BulkRow, Done>[]) => void;
  onClose: () => void;
};

/** Asks what an act needs, says what it would do to each pre-order, and only then does it. */
export function BulkWindow({ act, preorders, ...more }: BulkWindowProps) {
  const [rows, setRows] = useState<BulkRow[] | undefined>(
    act === 'release' ? rowsOf(act, preorders, NO_FIELDS) : undefined,
  );
  if (rows) return <EffectWindow act={act} rows={rows} {...more} />;
  return <FieldsWindow act={act} preorders={preorders} onRows={setRows} onClose={more.onClose} />;
}

const NO_FIELDS: BulkFields = { carrier: '', keep: false, amount: '', reason: '', text: '' };

type FieldsProps = Pick<BulkWindowProps, 'act' | 'preorders' | 'onClose'> & { onRows: (rows: BulkRow[]) => void };

function FieldsWindow({ act, preorders, onRows, onClose }: FieldsProps) {
  const form = useForm({
    free: act !== 'write' && act !== 'note',
    values: () => ({ ...NO_FIELDS, carrier: lastCarrier() }),
    save: async ({ amount, carrier, ...fields }) => {
      if (act === 'send') rememberCarrier(carrier.trim());
      return rowsOf(act, preorders, {
        ...fields,
        carrier: carrier.trim(),
        amount: amount === '' ? '' : decimal(amount),
      });
    },
    done: onRows,
  });
  const currency = preorders[0]?.currency ?? '';
  const mayKeep = preorders.some((one) => one.payment_plan === 'deposit' && !one.deposit_refundable);
  return (
    <FormWindow
      title={t(`bulk.${act}`)}
      text={t('bulk.chosen', { count: preorders.length })}
      form={form}
      submit={t('bulk.preview')}
      onClose={onClose}
    >
      {act === 'send' && (
        <Input {...form.field('carrier')} label={t('send.carrier')} placeholder="DHL" hint={t('bulk.carrier.hint')} />
      )}
      {act === 'cancel' && (mayKeep ? <Check {...form.field('keep')} label={t('cancelling.keep')} /> : null)}
      {act === 'cancel' && <p class="muted">{t('cancelling.mail')}</p>}
      {act === 'refund' && (
        <>
          <Amount
            {...form.field('amount')}
            currency={currency}
            label={t('bulk.amount', { currency })}
            autoComplete="off"
            required
          />
          <Input
            {...form.field('reason')}
            label={t('refund.reason')}
            hint={t('refund.reason.hint')}
            maxLength={500}
            required
          />
        </>
      )}
      {act === 'write' && <TextArea {...form.field('text')} label={t('write.text')} hint={t('bulk.write.hint')} />}
      {act === 'note' && <TextArea {...form.field('text')} label={t('note.text')} hint={t('note.text.hint')} />}
    </FormWindow>
  );
}

type EffectProps = Omit<BulkWindowProps, 'preorders'> & { rows: readonly BulkRow[] };

/** Rehearses the act, and says what it would do. Closing the window ends the rehearsal: nothing is done by it. */
function EffectWindow({ act, rows, onDo, onClose }: EffectProps) {
  const { run, start, stop } = useBulk();
  useEffect(() => void start(rows, true), []);
  const running = run?.state === 'running';
  const ready = readyOf(run?.outcomes ?? []);
  const go = () => {
    onClose();
    onDo(
      ready,
      (run?.outcomes ?? []).filter(({ fate }) => fate === 'refused'),
    );
  };
  return (
    <Modal title={t(`bulk.${act}`)} onClose={onClose}>
      {run && running && <Bar total={run.total} done={run.outcomes.length} title={t('bulk.checking')} />}
      {run && !running && <Effect act={act} run={run} />}
      <ModalActions>
        <Button kind="secondary" onPress={running ? stop : onClose}>
          {t(running ? 'release.stop' : 'cancel')}
        </Button>
        {!running && run?.fault === undefined && ready.length > 0 && (
          <Button kind={act === 'cancel' ? 'danger' : 'primary'} onPress={go}>
            {t(`bulk.${act}.go`, { count: ready.length })}
          </Button>
        )}
      </ModalActions>
    </Modal>
  );
}

function Effect({ act, run: { outcomes, total, fault } }: { act: BulkAct; run: Run<BulkRow, Done> }) {
  const of = (fate: string) => outcomes.filter((one) => one.fate === fate);
  const [ready, before, refused] = [of('ready'), of('before'), of('refused')];
  if (fault) return <FaultNotice fault={fault} />;
  return (
    <div class="stack" role="status">
      <Notice
        kind={refused.length > 0 ? 'warning' : 'info'}
        title={ready.length > 0 ? t(`bulk.${act}.effect`, { count: ready.length }) : t('bulk.nothing')}
      >
        {sums(ready).map(({ currency, charge, refund }) => (
          <div key={currency}>
            {Number(charge) > 0 && <p>{t('bulk.charge', { amount: money(charge, currency) })}</p>}
            {Number(refund) > 0 && <p>{t('bulk.refunded', { amount: money(refund, currency) })}</p>}
          </div>
        ))}
        {before.length > 0 && <p>{t('bulk.before', { count: before.length })}</p>}
        {outcomes.length < total && <p>{t('work.ended.left', { count: total - outcomes.length })}</p>}
        {refused.length > 0 && <p>{t('bulk.refused', { count: refused.length })}</p>}
        <Refused outcomes={refused} />
      </Notice>
    </div>
  );
}

/** What would be charged and given back, for each currency. */
function sums(outcomes: readonly Outcome<BulkRow, Done>[]): { currency: string; charge: string; refund: string }[] {
  const answers = outcomes.flatMap(({ answer }) => answer ?? []);
  return [...new Set(answers.map(({ currency }) => currency))].map((currency) => {
    const those = answers.filter((one) => one.currency === currency);
    return {
      currency,
      charge: sum(those.map(({ to_charge: amount }) => amount)),
      refund: sum(those.map(({ to_refund: amount }) => amount)),
    };
  });
}
