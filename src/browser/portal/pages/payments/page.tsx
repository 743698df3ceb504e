import { Notice } from '../../../ui/notice.tsx';
import { useLive } from '../../requests/use-live.ts';
import { t } from '../../texts.ts';
import { Disputes } from './disputes.tsx';
import { Moved } from './moved.tsx';
import { PaymentsFrame } from './parts.tsx';
import { useAttempts, useDisputes, useOwedRefunds } from './reads.ts';
import { Refunds } from './refunds.tsx';
import { Undecided } from './undecided.tsx';

const LOOK_MS = 10_000; // providers and banks answer by themselves

/** The money that moved, below what does not move by itself any more: refused refunds, disputes, payments without a result. */
export function PaymentsPage() {
  const refunds = useOwedRefunds();
  const disputes = useDisputes();
  const attempts = useAttempts();
  useLive([refunds, attempts], LOOK_MS);
  const isCalm = [refunds, disputes, attempts].every(({ data }) => data?.length === 0);
  return (
    <PaymentsFrame part="attention">
      {isCalm ? (
        <Notice kind="success" title={t('money.calm')}>
          <p>{t('money.calm.text')}</p>
        </Notice>
      ) : (
        <>
          <Refunds refunds={refunds} />
          <Disputes disputes={disputes} />
          <Undecided attempts={attempts} />
        </>
      )}
      <Moved />
    </PaymentsFrame>
  );
}
