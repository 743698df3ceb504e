/** What may happen to a call that leaves our process. */
export const CALL_FAULTS = ['missing', 'lost', 'double', 'dead'] as const;
/** missing: it never arrived · lost: done, its answer was lost · double: arrived twice · dead: nobody is there for long */
export type CallFault = (typeof CALL_FAULTS)[number];

/** Asked at every call, of where it goes. */
export type CallFaults = { next(where: string): CallFault | null };

type Disturbance = { where: string; faults: CallFaults; unreachable: (what: string) => Error };

/** Stands between us and another company: every call of `target` that has an answer to wait for may go wrong. */
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

// What answers at once never leaves the process.
const AT_ONCE = ['serves', 'chargeable'];

function isAwaited(found: { name: string }): boolean {
  return !AT_ONCE.includes(found.name);
}
