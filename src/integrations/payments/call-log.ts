import { type Log, msSince } from '../../platform/log.ts';
import type { WatchCall } from '../../platform/watch-call.ts';
import { ProviderError } from './port.ts';

/**
 * Returns what writes a line for each call at the debug level: which one, how long it took, and the kind of its result. At the
 * other levels there is nothing to write.
 */
export function callLog(log: Log): WatchCall[] {
  return log.isLevelEnabled('debug') ? [(call, make) => logged(log, call, make)] : [];
}

async function logged<T>(log: Log, call: object, make: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const tell = (result: unknown) => log.debug({ ...call, result, ms: msSince(began) }, 'provider call');
  try {
    const answer = await make();
    tell(kindOf(answer));
    return answer;
  } catch (error) {
    tell(error instanceof ProviderError ? error.kind : 'failed');
    throw error;
  }
}

/** Returns the kind of an answer: the status of a payment, the state of a dispute, what is wrong with an account. */
function kindOf(answer: unknown): unknown {
  if (typeof answer !== 'object') return answer ?? 'done';
  const { status, state, kind } = (answer ?? {}) as { status?: string; state?: string; kind?: string };
  return status ?? state ?? kind ?? 'none';
}
