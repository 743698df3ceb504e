/** The parts that a process has started. They are stopped in reverse order. */
export type Lifetime = {
  /** Registers `stop`, to be called when the process ends. A later registration is called earlier. */
  onStop(stop: () => Promise<unknown>): void;
  /** Lets this time pass between SIGTERM and the first stop. Everything works meanwhile, and balancers choose other processes. */
  pauseBeforeStop(ms: number): void;
  /** True from the signal on, also during the pause. */
  isEnding(): boolean;
  /** Reports the error and ends the process in the same order as a signal does. */
  fail(error: unknown): void;
};
