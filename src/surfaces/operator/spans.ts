import type { WatchJob } from '../../core/jobs/worker.ts';
import type { SaleQueue } from '../../core/stock/sale-queue.ts';
import type { WatchWebhook } from '../../core/webhooks/jobs.ts';
import type { Attributes, Traces } from '../../platform/traces.ts';
import type { WatchCall } from '../../platform/watch-call.ts';
import { errorKindOf } from './process-metrics.ts';

/** Returns what makes a span of each call to another company's system. It has what a log may show of the call: ids and amounts. */
export function traceCalls(traces: Traces): WatchCall {
  return ({ provider, call, ...about }, make) => {
    const attributes: Attributes = { 'peer.service': provider };
    for (const [key, value] of Object.entries(about)) {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        attributes[`waitlist.${key}`] = value;
      }
    }
    return traces.span(`${provider} ${call}`, { kind: 'client', attributes, kindOf: errorKindOf }, make);
  };
}

/**
 * Returns the sale queue with a span for each request: what it waits for its batch, and the batch. The batch itself is shared with
 * other requests, so it runs outside of them; what it writes names the span of each.
 */
export function traceSales(queue: SaleQueue, traces: Traces): SaleQueue {
  return {
    ...queue,
    hold(request) {
      const { storeId, checkoutId } = request;
      const attributes = { 'waitlist.store_id': storeId, 'waitlist.checkout_id': checkoutId };
      return traces.span('sale hold', { attributes }, () => traces.outside(() => queue.hold(request)));
    },
    place(request) {
      const { storeId, checkoutId, attemptId } = request;
      const attributes = {
        'waitlist.store_id': storeId,
        'waitlist.checkout_id': checkoutId,
        'waitlist.attempt_id': attemptId,
      };
      return traces.span('sale place', { attributes }, () => {
        const trace = traces.current();
        return traces.outside(() => queue.place({ ...request, trace }));
      });
    },
  };
}

/** Returns what makes a span of each job, beneath the span that the job follows from. */
export function traceJobs(traces: Traces): WatchJob {
  return async ({ topic, id, attempts, payload }, work) => {
    const span = traces.begin(`job ${topic}`, {
      kind: 'consumer',
      parent: payload.trace ?? null,
      attributes: {
        'waitlist.job': id,
        'waitlist.attempts': attempts,
        'waitlist.store_id': payload.storeId,
        'waitlist.subject_id': payload.subjectId,
      },
    });
    const ended = await span.run(work);
    span.end({}, ended.reason === null ? undefined : 'failed');
    return ended;
  };
}

/** Returns what makes a span of each try to deliver a webhook, beneath the span that it tells of. */
export function traceWebhooks(traces: Traces): WatchWebhook {
  return ({ storeId, id, type, trace }, work) =>
    traces.span(
      `webhook ${type}`,
      {
        kind: 'consumer',
        parent: trace,
        attributes: { 'waitlist.store_id': storeId, 'waitlist.message_id': id },
      },
      work,
    );
}
