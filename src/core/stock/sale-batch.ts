import pg from 'pg';
import { isTimeout } from '../../platform/database-away.ts';
import type { Waiting } from './sale-lines.ts';
import type { Decided, HoldOutcome, Pipeline, PlaceOutcome, SaleHandlers } from './sale-requests.ts';
import { lockSale, moveCounters } from './sale-sql.ts';

type Run = {
  handlers: SaleHandlers;
  /** All of one store. */
  batch: readonly Waiting[];
  /** The writes and the COMMIT are on their way: whatever is sent from now on stands behind them. */
  onSent: () => void;
  flush: () => Promise<void>;
};

/** `late`: somebody keeps what it has to lock. After both, nothing was written, and the connection is as good as before. */
export type BatchEnd = { kind: 'done' } | { kind: 'late' } | { kind: 'failed'; error: unknown };

/** One transaction for all of the batch. It throws where nothing is known of what became of it, or of the connection. */
export async function runBatch(client: pg.Client, { handlers, batch, onSent, flush }: Run): Promise<BatchEnd> {
  const { pipeline, reasonOf } = pipelineOf(client);
  const holds = batch.filter((entry) => entry.kind === 'hold');
  const places = batch.filter((entry) => entry.kind === 'place');
  // The next batch's locks need not wait for the disk, only the answers do. A pre-order is seen by others as soon as it is
  // committed, so placing waits within.
  const commitsEarly = places.length === 0 && holds.length > 1;
  let isSent = false;
  try {
    const { held, placed, changes } = await decide(pipeline, { handlers, holds, places, commitsEarly });
    const written = Promise.all([
      ...moveCounters(pipeline, changes), // first: short, so that the server is at it while the rest is put together
      ...(placed?.write(pipeline) ?? []),
      ...(held?.write(pipeline) ?? []),
      pipeline.send('sale_commit', 'COMMIT'), // in the same flight: after a failed write it rolls back, and that write rejects
    ]);
    isSent = true;
    onSent();
    await written;
    // What is told again may have been committed early just now, by another batch: one that writes nothing waits for no disk.
    const tellsAgain = changes.length === 0 && held?.outcomes.some((outcome) => outcome.kind === 'held');
    if (commitsEarly || tellsAgain) await flushed(flush);
    settleAll(places, placed?.outcomes);
    settleAll(holds, held?.outcomes);
    return { kind: 'done' };
  } catch (thrown) {
    const error = reasonOf(thrown);
    if (!isRefused(error)) throw error;
    if (!isSent) await client.query('ROLLBACK'); // else its COMMIT was one, and others may stand behind it
    return isTimeout(error) ? { kind: 'late' } : { kind: 'failed', error };
  }
}

/** `reasonOf`: of what a failure made fail behind it, in the same transaction, the server says no more than that. */
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

/** The server said no to a statement; a session that it ends is told so more severely. */
function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

/** It is committed: what fails now, however it fails, leaves open only whether the disk has it. */
async function flushed(flush: () => Promise<void>): Promise<void> {
  await flush().catch((cause: unknown) => {
    throw new Error('whether holds are on the disk is not known', { cause });
  });
}

type Asked = {
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

/** Everything up to what is read goes out in one flight: the locks first, then the reads that rest on them. */
async function decide(pipeline: Pipeline, asked: Asked): Promise<Decision> {
  const { handlers, commitsEarly } = asked;
  const holds = asked.holds.map(({ request }) => request);
  const places = asked.places.map(({ request }) => request);
  const [units, decideHolds, decidePlaces] = await Promise.all([
    lockSale(pipeline, { holds, places, commitsEarly }),
    holds.length > 0 ? handlers.hold.read(pipeline, holds) : undefined,
    places.length > 0 ? handlers.place.read(pipeline, places) : undefined,
  ]);
  // Placing frees no unit that a hold could take, so the order of the two does not matter to anybody.
  const placed = decidePlaces?.(units);
  const held = decideHolds?.(units);
  await held?.complete?.(pipeline);
  return { held, placed, changes: [...(placed?.changes ?? []), ...(held?.changes ?? [])] };
}

function settleAll<Outcome>(entries: { resolve: (outcome: Outcome) => void }[], outcomes: Outcome[] | undefined): void {
  for (const [index, entry] of entries.entries()) {
    const outcome = outcomes?.[index];
    if (outcome === undefined) throw new Error('a batch decides every request');
    entry.resolve(outcome);
  }
}
