/** The parts that a process has started. They are stopped in reverse order. */
export type Lifetime = {
  /** Registers `stop`, to be called when the process ends. A later registration is called earlier. */
  onStop(stop: () => Promise<unknown>): void;
  /** Reports the error and ends the process in the same order as a signal does. */
  fail(error: unknown): void;
};
