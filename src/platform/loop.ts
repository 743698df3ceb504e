import type { Log } from './log.ts';

export type Loop = { stop(): Promise<void> };

/** Runs `work` again and again with a pause in between; a failure is logged and costs that round only. */
export function repeat(pauseMs: number, work: () => Promise<unknown>, log: Log): Loop {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let round: Promise<void>;
  const run = async () => {
    try {
      await work();
    } catch (error) {
      if (!stopped) log.error({ err: error }, 'a background round failed; the next one tries again');
    }
    if (!stopped) timer = setTimeout(start, pauseMs);
  };
  const start = () => {
    round = run();
  };
  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
