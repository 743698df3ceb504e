import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';

const TRY_AGAIN_MS = 5_000;

export type Begun<T> = {
  /** Returns what was begun; undefined until then, and once it stops. */
  current(): T | undefined;
  stop(): Promise<void>;
};

/**
 * Begins the work of one of several homes, again and again until it succeeds: a database that is away, or not migrated yet, stops no
 * other. A process with one database ends instead, so that the operator sees why.
 */
export function beginHome<T>(
  { log, lifetime, tryAgainMs = TRY_AGAIN_MS }: { log: Log; lifetime: Lifetime; tryAgainMs?: number },
  begin: (own: Lifetime) => Promise<T>,
): Begun<T> {
  const stops: (() => Promise<unknown>)[] = [];
  const own: Lifetime = { ...lifetime, onStop: (stop) => void stops.push(stop), pauseBeforeStop: () => {} };
  let begun: T | undefined;
  let stopped = false;
  let told = '';

  async function stopParts(): Promise<void> {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
      await next().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop in order'));
    }
  }
  async function run(): Promise<void> {
    while (!stopped) {
      try {
        begun = await begin(own);
        return;
      } catch (error) {
        await stopParts();
        const said = error instanceof Error ? error.message : String(error);
        if (said !== told) log.error({ err: error }, 'this database cannot be used; it is tried again until it can');
        told = said;
      }
      await sleep(tryAgainMs);
    }
  }

  void run();
  return {
    current: () => (stopped ? undefined : begun),
    async stop() {
      stopped = true;
      await stopParts();
    },
  };
}
