/** What a process started, in order; it is ended in the opposite one. */
export type Lifetime = {
  /** Calls `stop` when the process ends, before whatever was registered earlier. */
  onStop(stop: () => Promise<unknown>): void;
  /** Ends the process in order, as if a signal had asked for it, because of this. */
  fail(error: unknown): void;
};
