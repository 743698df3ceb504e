/** A call to another company's system. Beside its names, what a log may show of it: ids and amounts, never personal data. */
export type Call = { provider: string; call: string } & Record<string, unknown>;

/** Makes a call, and sees how it ends. */
export type WatchCall = <T>(call: Call, make: () => Promise<T>) => Promise<T>;

/** Returns what makes a call with all of these around it, the first one outermost. */
export function watchedBy(watchers: readonly WatchCall[]): WatchCall {
  return (call, make) => {
    let watched = make;
    for (const watch of watchers.toReversed()) {
      const inner = watched;
      watched = () => watch(call, inner);
    }
    return watched();
  };
}
