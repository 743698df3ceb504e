import { offer } from './bench.ts';

// Stands in the head of a page and records its tasks above 50 ms.

const found: number[] = [];
const note = (entries: PerformanceEntryList) => found.push(...entries.map(({ duration }) => Math.round(duration)));
const observer = new PerformanceObserver((list) => void note(list.getEntries()));
observer.observe({ type: 'longtask', buffered: true });

offer({
  settled: new Promise((resolve) => addEventListener('load', resolve)),
  async longTasks() {
    await globalThis.bench.settled;
    // The browser delivers entries only after the task and its frame, when the page is idle.
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => resolve()))),
    );
    note(observer.takeRecords());
    return found;
  },
});
