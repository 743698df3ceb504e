import type pg from 'pg';
import { isTimeToPlanAgain } from '../../platform/db.ts';
import { keepConnection, keepFlushing } from '../../platform/kept-connection.ts';
import { msSince } from '../../platform/log.ts';
import { type BatchEnd, runBatch } from './sale-batch.ts';
import { createLines, type SaleBatch, type SaleLines, type Waiting } from './sale-lines.ts';
import type { HoldOutcome, HoldRequest, PlaceOutcome, PlaceRequest, SaleHandlers } from './sale-requests.ts';

/** The queue of a process for holds and placing. A request joins the next batch of its store (group commit, ARCHITECTURE.md). */
export type SaleQueue = {
  hold(request: HoldRequest): Promise<HoldOutcome>;
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /** Returns the number of waiting requests of all stores. */
  waiting(): number;
  /** Opens the connections of the sale, before the pools take what the server has, and opens them again when they are lost. */
  keepOpen(onFailure: (error: unknown) => void): Promise<void>;
  /** Returns true while a hold need not wait for a connection. */
  isOpen(): boolean;
  /** Answers the requests made so far, then closes the connection. */
  stop(): Promise<void>;
};

/** A batch that ended, for the log. The time includes what it waited for the batch before it on the connection. */
export type BatchReport = {
  storeId: string;
  holds: number;
  places: number;
  /** How long the first of its requests had waited when it began. */
  waitedMs: number;
  ms: number;
  end: BatchEnd['kind'] | 'no_connection';
};

export function createSaleQueue(
  connect: () => Promise<pg.Client>,
  handlers: SaleHandlers,
  onBatch?: (report: BatchReport) => void,
): SaleQueue {
  const lines = createLines(() => start());
  const runner = createRunner(connect, { handlers, lines, onBatch });
  let running: Promise<void> | null = null;

  /** While the server writes one batch, the locks and reads of the next queue behind its COMMIT on the same connection. */
  const run = async () => {
    let last: Promise<void> | null = null;
    await nextTurn();
    for (;;) {
      const batch = lines.take(last === null);
      if (batch === null && last === null) break;
      if (batch === null || batch.alone) await last; // a batch that may fail must not overlap another
      const before: Promise<void> | null = last;
      last = null;
      if (batch !== null) {
        const sent = Promise.withResolvers<void>();
        last = runner.run(batch, sent.resolve);
        await (batch.alone ? last : sent.promise);
        await before;
      }
      await nextTurn();
    }
    running = null;
  };
  const start = () => {
    running ??= run();
  };
  const join = (entry: Waiting) => {
    if (lines.join(entry)) start();
    else entry.resolve({ kind: 'busy' });
  };

  return {
    hold: (request) =>
      new Promise((resolve, reject) => join({ kind: 'hold', request, resolve, reject, since: performance.now() })),
    place: (request) =>
      new Promise((resolve, reject) => join({ kind: 'place', request, resolve, reject, since: performance.now() })),
    waiting: lines.count,
    keepOpen: runner.keepOpen,
    isOpen: runner.isOpen,
    async stop() {
      lines.hurry();
      start();
      await running;
      await runner.close();
    },
  };
}

type RunnerParts = {
  handlers: SaleHandlers;
  lines: SaleLines;
  onBatch: ((report: BatchReport) => void) | undefined;
};

/** Runs batches on the connection that all stores share. Afterwards each request has its answer, or is queued again. */
function createRunner(connect: () => Promise<pg.Client>, { handlers, lines, onBatch }: RunnerParts) {
  let tell: (error: unknown) => void = () => {};
  const connection = keepConnection(connect, (error) => tell(error));
  const log = keepFlushing(connect, (error) => tell(error));
  let batches = 0;

  const attempt = async (client: pg.Client, { entries }: SaleBatch, onSent: () => void): Promise<BatchEnd> => {
    try {
      batches += 1;
      if (isTimeToPlanAgain(batches)) await client.query('DISCARD PLANS');
      return await runBatch(client, { handlers, batch: entries, onSent, flush: log.flush });
    } catch (error) {
      // After a broken connection the outcome is unknown. A retry is safe, because every request is idempotent by its ids.
      await connection.discard(client);
      return { kind: 'failed', error };
    }
  };

  return {
    async run(batch: SaleBatch, onSent: () => void): Promise<void> {
      const began = performance.now();
      const client = await connection.get().catch((error: unknown) => {
        // Rejects the waiting requests too, so that they do not wait for one failed connection after the other.
        rejectAll([...batch.entries, ...lines.empty()], error);
      });
      const end = client && (await attempt(client, batch, onSent));
      if (end?.kind === 'late') lines.late(batch);
      // One request may be the cause. Retry, so that the other requests and stores do not fail with it.
      if (end?.kind === 'failed') {
        if (batch.alone && batch.entries.length === 1) rejectAll(batch.entries, end.error);
        else lines.again(batch);
      }
      onSent();
      onBatch?.(reportOf(batch, began, end?.kind ?? 'no_connection'));
    },
    async keepOpen(onFailure: (error: unknown) => void): Promise<void> {
      tell = onFailure;
      await connection.keep();
      await log.keep();
    },
    isOpen: () => connection.isOpen() && log.isOpen(),
    close: () => Promise.all([connection.close(), log.close()]),
  };
}

function reportOf({ storeId, entries }: SaleBatch, began: number, end: BatchReport['end']): BatchReport {
  const holds = entries.filter(({ kind }) => kind === 'hold').length;
  const waitedMs = Math.round(began - Math.min(...entries.map(({ since }) => since)));
  return { storeId, holds, places: entries.length - holds, waitedMs, ms: msSince(began), end };
}

function rejectAll(entries: readonly Waiting[], error: unknown): void {
  for (const { reject } of entries) reject(error);
}

/** Yields one turn of the event loop, so that requests that arrive together share a batch. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
