/** What the pages of a bench offer to the process that measures them, as `bench.name`. */
export type Bench = {
  /** Resolves once everything that the page loads is loaded. */
  settled: Promise<unknown>;
  /** Resolves with the durations of the page's tasks above 50 ms. */
  longTasks(): Promise<number[]>;
  /** When the button was clicked, in milliseconds of a clock that all frames share. */
  clickedAt(): number | undefined;
  /** Resolves with when the checkout showed the product. */
  product(): Promise<number>;
  /** Resolves with when the first field was usable, and with the network time of the document. */
  usable(): Promise<UsableTimes>;
  /** Resolves with the time of the frame's first paint. */
  painted(): Promise<number>;
  /** Resolves with the time at which so many frames were visible. */
  shown(frames: number): Promise<number>;
  /** When the page reached its script tag. */
  taggedAt(): number;
};

export type UsableTimes = { usableAt: number; from: number; until: number };

declare global {
  var bench: Bench;
}

/** Adds to what the page offers. Each script of a page adds its own. */
export function offer(part: Partial<Bench>): void {
  globalThis.bench = { ...globalThis.bench, ...part };
}

/** Returns the present time by a clock that all frames share. */
export const now = (): number => performance.timeOrigin + performance.now();

/** Resolves with the result of `look` once it is not undefined; looks at each frame that the browser draws. */
export function onceDrawn<Value>(look: () => Value | undefined): Promise<Value> {
  return new Promise((resolve) => {
    const again = () => {
      const found = look();
      if (found === undefined) requestAnimationFrame(again);
      else resolve(found);
    };
    again();
  });
}

export const isVisible = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
