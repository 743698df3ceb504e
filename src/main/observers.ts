import { batchLog } from '../core/stock/sale-log.ts';
import type { BatchReport } from '../core/stock/sale-queue.ts';
import { callLog } from '../integrations/payments/call-log.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Traces } from '../platform/traces.ts';
import { type WatchCall, watchedBy } from '../platform/watch-call.ts';
import { measureBatches, measureCalls } from '../surfaces/operator/process-metrics.ts';
import { traceCalls } from '../surfaces/operator/spans.ts';

/** What sees the calls and batches of a process, beside those who wait for them. */
export type Observers = {
  watchCalls: WatchCall;
  /** For calls of payment providers, which the log has lines of too. */
  watchPaymentCalls: WatchCall;
  onBatch: (report: BatchReport) => void;
};

type ObserverParts = { log: Log; metrics: Metrics | null; traces: Traces | null };

export function observersOf({ log, metrics, traces }: ObserverParts): Observers {
  // The span is outermost, so that the lines of the log name it.
  const traced = traces ? [traceCalls(traces)] : [];
  const measured = metrics ? [measureCalls(metrics)] : [];
  const onBatches = [batchLog(log), metrics && measureBatches(metrics)].filter((one) => one != null);
  return {
    watchCalls: watchedBy([...traced, ...measured]),
    watchPaymentCalls: watchedBy([...traced, ...callLog(log), ...measured]),
    onBatch(report) {
      for (const onBatch of onBatches) onBatch(report);
    },
  };
}
