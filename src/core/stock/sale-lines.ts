import type { HoldOutcome, HoldRequest, PlaceOutcome, PlaceRequest } from './sale-requests.ts';

type QueuedRequest<Kind, Request, Outcome> = {
  kind: Kind;
  request: Request;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
  /** The time of the request, on the process's monotonic clock. */
  since: number;
};

/** A request without an answer yet. */
export type Waiting =
  | QueuedRequest<'hold', HoldRequest, HoldOutcome>
  | QueuedRequest<'place', PlaceRequest, PlaceOutcome>;

/** A batch of one store. */
export type SaleBatch = {
  storeId: string;
  entries: Waiting[];
  /** Part of a failed batch: no other batch may run beside it, because it could fail with it. */
  alone: boolean;
};

/** The waiting requests, in one line for each store. Stores take turns: no store waits for more than one batch of another. */
export type SaleLines = {
  /** Adds a request; returns false when the line of the store is full. */
  join(entry: Waiting): boolean;
  /** Takes the next batch, of the store whose turn it is. `isFirst` means that no other batch is running. */
  take(isFirst: boolean): SaleBatch | null;
  /** Queues a failed batch again: first alone, then in halves, until the request that makes it fail is found. */
  again(batch: SaleBatch): void;
  /** Queues a batch again whose locks timed out, after a pause. Requests that have waited too long get `busy`. */
  late(batch: SaleBatch): void;
  /** Returns the number of waiting requests. */
  count(): number;
  /** Removes and returns all waiting requests. */
  empty(): Waiting[];
  /** Ends all pauses. From now on, a batch whose locks time out gets `busy` at once. */
  hurry(): void;
};

// Larger batches gain nothing measurable, and the first request of a batch waits for the last one.
const BATCH_MAX = 256;

// Below this size, the fixed costs of a second batch outweigh the gain of overlapping two.
const OVERLAP_FROM = 32;

// The most waiting requests of one store, a second or two of a sale, and of all stores. A request beyond that gets `busy` at
// once, because its shopper would be gone before the answer. Holds and placing have separate limits, so that waiting holds
// never turn away a shopper who has paid.
const LINE_MAX = 2_048;
const ALL_MAX = 8_192;

// The pause of a store whose locks timed out. Meanwhile the shared connection serves the other stores.
const REST_MS = 500;
// Time for a few tries; a transaction that is only slow has ended by then.
const PATIENCE_MS = 2_000;

type Line = {
  waiting: Waiting[];
  failed: Waiting[][];
  /** Set while the line pauses. */
  rest: NodeJS.Timeout | null;
};

/** `onRested` is called when a pause ends, so that batches of that line can be taken again. */
export function createLines(onRested: () => void): SaleLines {
  // Kept in the order of the stores' turns.
  const lines = new Map<string, Line>();
  let isHurried = false;

  const lineOf = (storeId: string): Line => {
    const line = lines.get(storeId) ?? { waiting: [], failed: [], rest: null };
    lines.set(storeId, line);
    return line;
  };
  const putLast = (storeId: string, line: Line) => {
    lines.delete(storeId);
    if (line.waiting.length > 0 || line.failed.length > 0 || line.rest) lines.set(storeId, line);
  };
  const allEntries = () => [...lines.values()].flatMap(({ waiting, failed }) => [...failed.flat(), ...waiting]);
  const wake = (storeId: string, line: Line) => {
    if (line.rest) clearTimeout(line.rest);
    line.rest = null;
    putLast(storeId, line);
    onRested();
  };

  return {
    join(entry) {
      const { storeId } = entry.request;
      // Stores with waiting requests share the total room.
      const max = Math.min(LINE_MAX, Math.floor(ALL_MAX / Math.max(1, lines.size)));
      if (isFull(lines.get(storeId), entry.kind, max)) return false;
      lineOf(storeId).waiting.push(entry);
      return true;
    },
    take(isFirst) {
      for (const [storeId, line] of lines) {
        if (line.rest) continue;
        const part = line.failed.shift();
        const entries = part ?? withoutAborted(line.waiting.splice(0, sizeOf(line, isFirst && lines.size === 1)));
        putLast(storeId, line);
        if (entries.length > 0) return { storeId, entries, alone: part !== undefined };
      }
      return null;
    },
    again({ storeId, entries, alone }) {
      const half = alone ? Math.ceil(entries.length / 2) : entries.length;
      const parts = [entries.slice(0, half), entries.slice(half)].filter((part) => part.length > 0);
      lineOf(storeId).failed.unshift(...parts);
    },
    late({ storeId, entries }) {
      const tiredSince = performance.now() - (isHurried ? 0 : PATIENCE_MS);
      const line = lineOf(storeId);
      line.waiting.unshift(...entries.filter(({ since }) => since > tiredSince));
      for (const { since, resolve } of entries) if (since <= tiredSince) resolve({ kind: 'busy' });
      if (!isHurried) line.rest ??= setTimeout(() => wake(storeId, line), REST_MS);
      putLast(storeId, line);
    },
    count: () => allEntries().length,
    empty() {
      const all = allEntries();
      for (const line of lines.values()) Object.assign(line, { waiting: [], failed: [] });
      for (const [storeId, line] of [...lines]) putLast(storeId, line);
      return all;
    },
    hurry() {
      isHurried = true;
      for (const [storeId, line] of [...lines]) wake(storeId, line);
    },
  };
}

function isFull(line: Line | undefined, kind: Waiting['kind'], max: number): boolean {
  if (line === undefined) return max === 0;
  if (line.waiting.length < max) return false;
  line.waiting = withoutAborted(line.waiting);
  return line.waiting.filter((one) => one.kind === kind).length >= max;
}

/** Returns the size of the next batch: all that wait, up to the limit. Halves a long line, so that two batches overlap. */
function sizeOf({ waiting: { length } }: Line, overlaps: boolean): number {
  return Math.min(BATCH_MAX, overlaps && length >= OVERLAP_FROM ? Math.ceil(length / 2) : length);
}

/** Drops holds whose client has disconnected, since the answer would be lost. A paid checkout is placed in any case. */
function withoutAborted(entries: Waiting[]): Waiting[] {
  return entries.filter((entry) => {
    const isWanted = entry.kind === 'place' || !entry.request.hasLeft?.();
    if (!isWanted) entry.resolve({ kind: 'busy' });
    return isWanted;
  });
}
