// Prometheus asks each process every 10 to 60 s.
const KEPT_MS = 5_000;
// What takes long because much waits, such as the jobs of a large release, may use at most a twentieth of the time.
const SHARE = 20;

/**
 * Returns `read` with its last answer kept for some seconds, and longer if reading takes long. A failure is kept as well: while
 * the database is away, its time-out passes only once.
 */
export function remembered<T>(read: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let last: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (last !== undefined && now() < until) return last;
    const began = now();
    until = Number.POSITIVE_INFINITY; // callers that come meanwhile wait for the same answer
    const reading = read();
    last = reading;
    const kept = () => {
      until = now() + Math.max(KEPT_MS, (now() - began) * SHARE);
    };
    reading.then(kept, kept);
    return reading;
  };
}
