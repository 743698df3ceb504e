import { useEffect, useRef } from 'preact/hooks';
import type { Loaded } from './use-data.ts';

/** Loads data again every `ms` while the page is looked at: what others and workers do shows by itself. */
export function useLive(loaded: readonly Loaded<unknown>[], ms: number): void {
  const now = useRef(loaded);
  now.current = loaded;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') for (const { reload } of now.current) void reload();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
}
