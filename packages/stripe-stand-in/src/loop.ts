export type Loop = {
  /** Begins the next round at once, or right after the one that runs. */
  wake(): void;
  /** Resolves when the last round is over. */
  stop(): Promise<void>;
};

type Work = { run(): Promise<unknown>; onError(error: unknown): void };

/** Runs `run` again and again with a pause in between. A failure ends that round only. */
export function repeat(pauseMs: number, { run, onError }: Work): Loop {
  let again = false;
  let stopped = false;
  let endPause = () => {};
  const wake = () => {
    again = true;
    endPause();
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const runRounds = async () => {
    while (!stopped) {
      again = false;
      await run().catch((error: unknown) => stopped || onError(error));
      if (!again) await pause();
    }
  };
  const rounds = runRounds();
  return {
    wake,
    stop() {
      stopped = true;
      wake();
      return rounds;
    },
  };
}
