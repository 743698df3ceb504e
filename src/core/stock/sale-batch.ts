import pg from 'pg';
import { isTimeout } from '../../platform/database-away.ts';
import type { Waiting } from './sale-lines.ts';
import type { Decided, HoldOutcome, Pipeline, PlaceOutcome, SaleHandlers } from './sale-requests.ts';
import { lockSale, moveCounters } from './sale-sql.ts';

type Run = {
  handlers: SaleHandlers;
  /** Requests of one store. */
  batch: readonly Waiting[];
  /** Called when the writes and the COMMIT are sent: statements sent from now on run after them. */
  onSent: () => void;
  flush: () => Promise<void>;
};

/** `late`: a lock time-out. After `late` and `failed`, nothing was written, and the connection can be used again. */
export type BatchEnd = { kind: 'done' } | { kind: 'late' } | { kind: 'failed'; error: unknown };

/** Runs the batch in one transaction. Throws when the outcome of the transaction, or the state of the connection, is unknown. */
export async function runBatch(client: pg.Client, { handlers, batch, onSent, flush }: Run): Promise<BatchEnd> {
  const { pipeline, reasonOf } = pipelineOf(client);
  const holds = batch.filter((entry) => entry.kind === 'hold');
  const places = batch.filter((entry) => entry.kind === 'place');
  // Only the answers must wait for the disk; the locks of the next batch need not. But a pre-order is visible to others as soon
  // as it is committed, so a batch that places waits for the disk in its COMMIT.
  const commitsEarly = places.length === 0 && holds.length > 1;
  let isSent = false;
  try {
    const { held, placed, changes } = await decide(pipeline, { handlers, holds, places, commitsEarly });
    const written = Promise.all([
      ...moveCounters(pipeline, changes), // first, because it is short: the server runs it while the rest is built
      ...(placed?.write(pipeline) ?? []),
      ...(held?.write(pipeline) ?? []),
      pipeline.send('sale_commit', 'COMMIT'), // sent without waiting: after a failed write it rolls back, and the write rejects
    ]);
    isSent = true;
    onSent();
    await written;
    // A repeated request is answered from a hold that another batch may have committed early just now. This batch writes
    // nothing, so its own COMMIT does not wait for the disk.
    const repeatsAnswers = changes.length === 0 && held?.outcomes.some((outcome) => outcome.kind === 'held');
    if (commitsEarly || repeatsAnswers) await flushed(flush);
    settleAll(places, placed?.outcomes);
    settleAll(holds, held?.outcomes);
    return { kind: 'done' };
  } catch (thrown) {
    const error = reasonOf(thrown);
    if (!isRefused(error)) throw error;
    if (!isSent) await client.query('ROLLBACK'); // otherwise its COMMIT rolled back, and other statements may follow it
    return isTimeout(error) ? { kind: 'late' } : { kind: 'failed', error };
  }
}

/**
 * Wraps the client. Statements after a failed one only report that the transaction is aborted, so `reasonOf` returns the first
 * error instead.
 */
function pipelineOf(client: pg.Client): { pipeline: Pipeline; reasonOf: (thrown: unknown) => unknown } {
  let first: unknown;
  const note = (error: unknown) => {
    first ??= error;
    throw error;
  };
  const send = async <Row>(name: string, text: string, values: unknown[] = []) =>
    (await client.query({ name, text, values }).catch(note)).rows as Row[];
  return { pipeline: { send }, reasonOf: (thrown) => first ?? thrown };
}

/** Returns true when the server refused a statement. An ended session has a higher severity (FATAL). */
function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

/** Waits until the committed holds are on the disk. After any error here, it is unknown whether they are. */
async function flushed(flush: () => Promise<void>): Promise<void> {
  await flush().catch((cause: unknown) => {
    throw new Error('flush failed: unknown whether holds are on the disk', { cause });
  });
}

type BatchRequests = {
  handlers: SaleHandlers;
  holds: Extract<Waiting, { kind: 'hold' }>[];
  places: Extract<Waiting, { kind: 'place' }>[];
  commitsEarly: boolean;
};

type Decision = {
  held: Decided<HoldOutcome> | undefined;
  placed: Decided<PlaceOutcome> | undefined;
  changes: Decided<unknown>['changes'];
};

/** Sends the locks and the reads behind them in one round trip, then decides. */
async function decide(pipeline: Pipeline, requests: BatchRequests): Promise<Decision> {
  const { handlers, commitsEarly } = requests;
  const holds = requests.holds.map(({ request }) => request);
  const places = requests.places.map(({ request }) => request);
  const [units, decideHolds, decidePlaces] = await Promise.all([
    lockSale(pipeline, { holds, places, commitsEarly }),
    holds.length > 0 ? handlers.hold.read(pipeline, holds) : undefined,
    places.length > 0 ? handlers.place.read(pipeline, places) : undefined,
  ]);
  // Placing frees no unit that a hold could take, so the order of the two does not matter.
  const placed = decidePlaces?.(units);
  const held = decideHolds?.(units);
  await held?.complete?.(pipeline);
  return { held, placed, changes: [...(placed?.changes ?? []), ...(held?.changes ?? [])] };
}

function settleAll<Outcome>(entries: { resolve: (outcome: Outcome) => void }[], outcomes: Outcome[] | undefined): void {
  for (const [index, entry] of entries.entries()) {
    const outcome = outcomes?.[index];
    if (outcome === undefined) throw new Error('request without an outcome in its batch');
    entry.resolve(outcome);
  }
}
