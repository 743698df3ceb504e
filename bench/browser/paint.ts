import { isVisible, now, offer, onceDrawn } from './bench.ts';

// Runs first in every frame. Records the time of its first paint, by a clock that all frames share.

let paintedAt: number | undefined;
new PerformanceObserver((list) => {
  const [entry] = list.getEntriesByName('first-contentful-paint');
  if (entry) paintedAt = performance.timeOrigin + entry.startTime;
}).observe({ type: 'paint', buffered: true });

offer({
  painted: () => onceDrawn(() => paintedAt),
  // Visible for the shopper means that the page shows the frame and the browser has drawn it.
  async shown(frames) {
    await onceDrawn(() => [...document.querySelectorAll('iframe')].filter(isVisible).length >= frames || undefined);
    return new Promise((resolve) => requestAnimationFrame(() => resolve(now())));
  },
  taggedAt: () => performance.timeOrigin + (performance.getEntriesByName('tag')[0]?.startTime ?? Number.NaN),
});
