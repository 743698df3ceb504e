import type { Lifetime } from '../../src/platform/lifetime.ts';

/** The lifetime of what a test starts in its own process. Parts stop in reverse order, like in a process; a failure fails the test. */
export function createLifetime(): { lifetime: Lifetime; stop(): Promise<void> } {
  const stops: (() => Promise<unknown>)[] = [];
  return {
    lifetime: {
      onStop: (one) => void stops.push(one),
      pauseBeforeStop: () => {},
      isEnding: () => false,
      fail(error) {
        throw error;
      },
    },
    async stop() {
      for (const one of stops.splice(0).reverse()) await one();
    },
  };
}
