import type { Log } from './log.ts';

export type Loop = {
  /** Begins the next round at once, or right after the running one. */
  wake(): void;
  stop(): Promise<void>;
};

/**
 * Runs `work` again and again with a pause in between. A failed round is logged, and the next one runs as usual. A long round
 * should end early when its `stopping` signal is aborted.
 */
export function repeat(pauseMs: number, work: (stopping: AbortSignal) => Promise<unknown>, log: Log): Loop {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = false;
  let again = false;
  let round: Promise<void>;
  const run = async () => {
    running = true;
    again = false;
    try {
      await work(stopping.signal);
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'a background round failed; the next one tries again');
    }
    running = false;
    if (!stopped) timer = setTimeout(start, again ? 0 : pauseMs);
  };
  const start = () => {
    round = run();
  };
  start();
  return {
    wake() {
      again = true;
      if (stopped || running) return;
      clearTimeout(timer);
      start();
    },
    async stop() {
      stopped = true;
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}
