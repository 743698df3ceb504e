import { useLive } from '../../requests/use-live.ts';
import { Disputes } from './disputes.tsx';
import { PaymentsFrame } from './parts.tsx';
import { useAttempts, useDisputes, useOwedRefunds } from './reads.ts';
import { Refunds } from './refunds.tsx';
import { Undecided } from './undecided.tsx';

const LOOK_MS = 10_000; // providers and banks answer by themselves

/** Money that does not move by itself any more: refunds that are refused, disputes, payments without a result. */
export function PaymentsPage() {
  const refunds = useOwedRefunds();
  const disputes = useDisputes();
  const attempts = useAttempts();
  useLive([refunds, attempts], LOOK_MS);
  return (
    <PaymentsFrame part="attention">
      <Refunds refunds={refunds} />
      <Disputes disputes={disputes} />
      <Undecided attempts={attempts} />
    </PaymentsFrame>
  );
}
