/** The faults of a call to another company. */
export const CALL_FAULTS = ['missing', 'lost', 'double', 'dead'] as const;
/**
 * missing: it never arrives · lost: it is done, but its answer is lost · double: it arrives twice · dead: the other
 * side is down
 */
export type CallFault = (typeof CALL_FAULTS)[number];

/** Called at every call, with its destination. Returns its fault. */
export type CallFaults = { next(where: string): CallFault | null };

type Disturbance = { where: string; faults: CallFaults; unreachable: (what: string) => Error };

/** Wraps another company's system with faults: every asynchronous call of `target` may fail. */
export function withCallFaults<Target extends object>(
  target: Target,
  { where, faults, unreachable }: Disturbance,
): Target {
  return new Proxy(target, {
    get(own, name) {
      const found: unknown = Reflect.get(own, name);
      if (typeof found !== 'function' || !isAwaited(found)) return found;
      return (...given: unknown[]) => disturb(() => found.apply(own, given));
    },
  });

  async function disturb(call: () => Promise<unknown>): Promise<unknown> {
    const fault = faults.next(where);
    if (fault === 'missing' || fault === 'dead') throw unreachable('the request was lost');
    if (fault === 'double') await call();
    const answer = await call();
    if (fault === 'lost') throw unreachable('the answer was lost');
    return answer;
  }
}

// A synchronous function does not leave the process.
const AT_ONCE = ['serves', 'chargeable'];

function isAwaited(found: { name: string }): boolean {
  return !AT_ONCE.includes(found.name);
}
