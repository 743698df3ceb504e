import { setTimeout as pause } from 'node:timers/promises';
import { ProviderBusy } from '../port.ts';

/** Limits the rate of calls. A turn is rejected with `ProviderBusy` if too many calls wait before it. */
export type Pace = {
  /** Resolves when the call may be made. `soon` is true for a call that a person waits for. */
  turn(options: { soon: boolean }): Promise<void>;
};

export type PaceOptions = {
  /** Returns the rate limit; null means no limit. */
  perSecond: () => number | null;
  /** Takes the next `count` turns of the account. Resolves with the milliseconds until the first. */
  takeTurns: (count: number, perSecond: number) => Promise<number>;
};

// A person is told to try again instead of waiting longer; background work retries by itself.
const SOON_MS_MAX = 3_000;
const LATER_MS_MAX = 10_000;
// A process takes turns for a tenth of a second from the line that all processes share, so that none of them takes all.
const PARTS_OF_A_SECOND = 10;
// Calls that a person waits for go first. Every fourth turn goes to background work: captures follow a sale within minutes.
const EVERY_NTH_FOR_LATER = 4;

type Waiting = { go: () => void; fail: (error: unknown) => void };

export function createPace({ perSecond, takeTurns }: PaceOptions): Pace {
  const lines = { soon: new Set<Waiting>(), later: new Set<Waiting>() };
  let isHandingOut = false;
  let given = 0;

  const next = (): Waiting | undefined => {
    given += 1;
    const [soon] = lines.soon;
    const [later] = lines.later;
    return given % EVERY_NTH_FOR_LATER === 0 ? (later ?? soon) : (soon ?? later);
  };

  /** Gives turns to waiting calls until none is left. */
  async function handOut(): Promise<void> {
    for (let waiting = 1; waiting > 0; waiting = lines.soon.size + lines.later.size) {
      const rate = perSecond() ?? Number.POSITIVE_INFINITY;
      const count = Math.min(waiting, Math.max(1, Math.floor(rate / PARTS_OF_A_SECOND)));
      let at = performance.now() + (Number.isFinite(rate) ? await takeTurns(count, rate) : 0);
      for (let turn = 0; turn < count; turn += 1) {
        const waitMs = at - performance.now();
        if (waitMs > 0) await pause(waitMs);
        next()?.go();
        at += 1_000 / rate;
      }
    }
  }

  function handOutAll(): void {
    if (isHandingOut) return;
    isHandingOut = true;
    handOut()
      .catch((error: unknown) => {
        for (const waiting of [...lines.soon, ...lines.later]) waiting.fail(error);
      })
      .finally(() => {
        isHandingOut = false;
        if (lines.soon.size + lines.later.size > 0) handOutAll();
      });
  }

  return {
    turn({ soon }) {
      const rate = perSecond();
      if (rate === null) return Promise.resolve();
      const line = soon ? lines.soon : lines.later;
      const waitMsMax = soon ? SOON_MS_MAX : LATER_MS_MAX;
      const busy = () => new ProviderBusy(Math.max(1, Math.ceil(line.size / rate)));
      if (line.size >= Math.max(1, (rate * waitMsMax) / 1_000)) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const leave = (end: () => void) => {
          clearTimeout(timer);
          line.delete(waiting);
          end();
        };
        const waiting = { go: () => leave(resolve), fail: (error: unknown) => leave(() => reject(error)) };
        const timer = setTimeout(() => waiting.fail(busy()), waitMsMax);
        line.add(waiting);
        handOutAll();
      });
    },
  };
}
