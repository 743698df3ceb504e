import type { HoldOutcome, HoldRequest, PlaceOutcome, PlaceRequest } from './sale-requests.ts';

type Asked<Kind, Request, Outcome> = {
  kind: Kind;
  request: Request;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
  /** When it came, on the process's monotonic clock. */
  since: number;
};

/** Who asked and has no answer yet. */
export type Waiting = Asked<'hold', HoldRequest, HoldOutcome> | Asked<'place', PlaceRequest, PlaceOutcome>;

/** A batch, of one store. */
export type Taken = {
  storeId: string;
  entries: Waiting[];
  /** Part of one that failed: nothing else may be under way, to fail because of it. */
  alone: boolean;
};

/** Who waits, in a line for each store. Stores take turns, so that none waits for more than one batch of another. */
export type SaleLines = {
  /** False: the line of the store is as long as it may be. */
  join(entry: Waiting): boolean;
  /** The next batch, of the store whose turn it is. `isFirst`: no other one is under way. */
  take(isFirst: boolean): Taken | null;
  /** It failed: it comes again alone, then in halves, until it is found who made it fail. */
  again(failed: Taken): void;
  /** Its locks are kept by somebody: it is tried again after a pause, and who has waited for long enough is told so. */
  late(taken: Taken): void;
  /** How many wait. */
  count(): number;
  /** Takes all that wait. */
  empty(): Waiting[];
  /** From now on nobody is made to wait for a lock again. */
  hurry(): void;
};

// Larger batches gain nothing measurable and make the first caller wait for the last one's work.
const BATCH_MAX = 256;

// Half a batch pays only when its fixed costs are small beside its rows.
const OVERLAP_FROM = 32;

// Who waits: so many of a store, which are a second or two of a sale, and so many of all. Whoever comes then is better told at once
// than served when they have gone. Holds and placing are counted apart: who has paid is not turned away by those who have not.
const LINE_MAX = 2_048;
const ALL_MAX = 8_192;

// A store whose locks are kept waits, and the connection that all share is free for the others.
const REST_MS = 500;
// Some tries, in which whatever is only slow has long ended.
const PATIENCE_MS = 2_000;

type Line = {
  waiting: Waiting[];
  failed: Waiting[][];
  /** Set while it rests. */
  rest: NodeJS.Timeout | null;
};

/** `onRested`: a line that nobody could take from may be taken from again. */
export function createLines(onRested: () => void): SaleLines {
  // In the order of their turns.
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
  const everybody = () => [...lines.values()].flatMap(({ waiting, failed }) => [...failed.flat(), ...waiting]);
  const wake = (storeId: string, line: Line) => {
    if (line.rest) clearTimeout(line.rest);
    line.rest = null;
    putLast(storeId, line);
    onRested();
  };

  return {
    join(entry) {
      const { storeId } = entry.request;
      // The more stores have somebody waiting, the less of the room is each one's.
      const max = Math.min(LINE_MAX, Math.floor(ALL_MAX / Math.max(1, lines.size)));
      if (isFull(lines.get(storeId), entry.kind, max)) return false;
      lineOf(storeId).waiting.push(entry);
      return true;
    },
    take(isFirst) {
      for (const [storeId, line] of lines) {
        if (line.rest) continue;
        const part = line.failed.shift();
        const entries = part ?? withoutLeft(line.waiting.splice(0, sizeOf(line, isFirst && lines.size === 1)));
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
    count: () => everybody().length,
    empty() {
      const all = everybody();
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
  line.waiting = withoutLeft(line.waiting);
  return line.waiting.filter((one) => one.kind === kind).length >= max;
}

/** All that wait, up to the limit; half of many when nothing is under way, so that the next half overlaps. */
function sizeOf({ waiting: { length } }: Line, overlaps: boolean): number {
  return Math.min(BATCH_MAX, overlaps && length >= OVERLAP_FROM ? Math.ceil(length / 2) : length);
}

/** Nobody would hear of what was held for who has left. Whoever places has paid, and is served also when they have. */
function withoutLeft(entries: Waiting[]): Waiting[] {
  return entries.filter((entry) => {
    const isThere = entry.kind === 'place' || !entry.request.hasLeft?.();
    if (!isThere) entry.resolve({ kind: 'busy' });
    return isThere;
  });
}
