/** Lets at most so many a second through, in order of arrival; null: as many as come. */
export function createPace(perSecond: number | null): () => Promise<void> {
  if (perSecond === null) return async () => {};
  const gapMs = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const now = performance.now();
    // A second's worth may come at once after a rest.
    next = Math.max(next, now - 1_000) + gapMs;
    const waitMs = next - now;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  };
}
