import { type Log, msSince } from '../../platform/log.ts';
import type { BatchReport, SaleQueue } from './sale-queue.ts';

/** Returns the sale queue. At the debug level, the log has a line for each answer: which checkout it is of, and its kind. */
export function logSales(queue: SaleQueue, log: Log): SaleQueue {
  if (!log.isLevelEnabled('debug')) return queue;
  const logged = async <Outcome extends { kind: string }>(about: object, answer: Promise<Outcome>) => {
    const began = performance.now();
    const outcome = await answer;
    log.debug({ ...about, outcome: outcome.kind, ms: msSince(began) }, 'sale');
    return outcome;
  };
  return {
    ...queue,
    hold(request) {
      const { storeId, checkoutId } = request;
      return logged({ step: 'hold', storeId, checkoutId }, queue.hold(request));
    },
    place(request) {
      const { storeId, checkoutId, attemptId } = request;
      return logged({ step: 'place', storeId, checkoutId, attemptId }, queue.place(request));
    },
  };
}

/** Returns what writes a line for each batch at the debug level, and nothing at the others. */
export function batchLog(log: Log): ((report: BatchReport) => void) | undefined {
  return log.isLevelEnabled('debug') ? (report) => log.debug(report, 'sale batch') : undefined;
}
