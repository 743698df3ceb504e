import type pg from 'pg';
import type { DiscountRefusal } from '../../domain/discount.ts';
import type { UnitCounters } from '../../domain/stock.ts';
import type { SavedMethod } from '../../integrations/payments/port.ts';
import type { TaxAnswer } from '../../integrations/tax/port.ts';
import { isTimeToPlanAgain } from '../../platform/db.ts';
import { keepConnection, keepFlushing } from '../../platform/kept-connection.ts';
import type { CheckoutAddress } from '../../protocol/schema/frame-api.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { lockSale, moveCounters } from './sale-sql.ts';

/** Holds and placing: one queue per process; whoever waits joins the next batch (group commit, ARCHITECTURE.md). */
export type SaleQueue = {
  hold(request: HoldRequest): Promise<HoldOutcome>;
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /** Finishes what was asked so far, then closes the connection. */
  stop(): Promise<void>;
};

export type HoldRequest = {
  storeId: string;
  /** A new id makes a checkout, a known one replaces that checkout's own hold. */
  checkoutId: string;
  replaces: boolean;
  waitlistId: string;
  variantId: string;
  quantity: number;
  customerKey: string;
  clientAddress: string;
  email: string;
  address: CheckoutAddress;
  locale: string;
  lineItemProperties: LineItemProperties | null;
  /** Folded as it is kept, or null. */
  discountCode: string | null;
  /** What the tax service said of the destination: applied to what the batch reads of the merchant's table. */
  tax: TaxAnswer;
  idempotency: { scope: string; key: string; bodyHash: string } | null;
};

export type HoldOutcome =
  /** `checkoutId` differs from the request's where the same key was granted before. */
  | { kind: 'held'; checkoutId: string; productId: string }
  | { kind: 'idempotency_mismatch' }
  | { kind: 'checkout_over' }
  | { kind: 'payment_in_progress' }
  | { kind: 'country_not_shipped' }
  | { kind: 'waitlist_not_open' }
  | { kind: 'discount_refused'; refusal: DiscountRefusal }
  | { kind: 'limit_per_customer'; limit: number; left: number }
  | { kind: 'too_many_holds' }
  | { kind: 'sold_out'; left: number }
  /** `backAt`: when the first of the others' holds ends. */
  | { kind: 'held_by_others'; left: number; backAt: Date | null };

export type PlaceRequest = {
  storeId: string;
  checkoutId: string;
  attemptId: string;
  /** The card that the payment kept, for what is due later. */
  method?: SavedMethod | undefined;
};

export type PlaceOutcome =
  | { kind: 'placed'; preorderId: string; productId: string }
  /** The money is for nothing (hold gone, or paid already): it will be undone. */
  | { kind: 'surplus' }
  /** The attempt was decided before; read its state. */
  | { kind: 'decided' };

export type UnitKey = { storeId: string; waitlistId: string; batchId: string; variantId: string };
export type LockedUnit = UnitKey & UnitCounters;
export type CounterChange = UnitKey & {
  held: number;
  sold: number;
  reason: 'hold' | 'replace' | 'place' | 'expire' | 'abandon' | 'cancel' | 'swap';
  sourceId: string;
};

/** A connection that runs statements in the order of the calls, without waiting for answers in between. */
export type Pipeline = {
  send<Row = Record<string, unknown>>(name: string, text: string, values?: unknown[]): Promise<Row[]>;
};

export type Decided<Outcome> = {
  outcomes: Outcome[];
  changes: CounterChange[];
  /** Sends the writes; not to be awaited one by one. */
  write: (pipeline: Pipeline) => Promise<unknown>[];
  /** Facts that only a refusal needs, read in the same transaction. */
  complete?: (pipeline: Pipeline) => Promise<void>;
};

/**
 * One kind of request in a batch. `read` sends its statements right behind the locks: being later statements they see
 * what the locks waited for. What it resolves with decides, without I/O, in order of arrival, on the shared counters.
 */
export type SaleHandler<Request, Outcome> = {
  read(pipeline: Pipeline, requests: Request[]): Promise<(units: LockedUnit[]) => Decided<Outcome>>;
};

export type SaleHandlers = {
  hold: SaleHandler<HoldRequest, HoldOutcome>;
  place: SaleHandler<PlaceRequest, PlaceOutcome>;
};

// Larger batches gain nothing measurable and make the first caller wait for the last one's work.
const BATCH_MAX = 256;

// Half a batch pays only when its fixed costs are small beside its rows.
const OVERLAP_FROM = 32;

type Waiting =
  | { kind: 'hold'; request: HoldRequest; resolve: (outcome: HoldOutcome) => void; reject: (error: unknown) => void }
  | {
      kind: 'place';
      request: PlaceRequest;
      resolve: (outcome: PlaceOutcome) => void;
      reject: (error: unknown) => void;
    };

export function createSaleQueue(connect: () => Promise<pg.Client>, handlers: SaleHandlers): SaleQueue {
  const connection = keepConnection(connect);
  const log = keepFlushing(connect);
  const waiting: Waiting[] = [];
  let batches = 0;
  let repairs = Promise.resolve();
  let running: Promise<void> | null = null;

  const attempt = async (batch: Waiting[], onSent: () => void) => {
    const client = await connection.get();
    try {
      batches += 1;
      if (isTimeToPlanAgain(batches)) await client.query('DISCARD PLANS');
      await runBatch(client, { handlers, batch, onSent, flush: log.flush });
    } catch (error) {
      // Whether it was committed is unknown when the connection broke; every request is idempotent by its ids.
      await connection.discard(client);
      throw error;
    }
  };

  /** One of them may be the cause: the others must not pay for it. Nothing else runs meanwhile, to fail because of it. */
  const runOneByOne = async (batch: Waiting[]) => {
    for (const single of batch) await attempt([single], () => {}).catch(single.reject);
  };

  const finish = async (batch: Waiting[], onSent: () => void) => {
    try {
      await attempt(batch, onSent);
    } catch {
      repairs = repairs.then(() => runOneByOne(batch));
      onSent();
      await repairs;
    }
  };

  /** All that wait, up to the limit; half of many when nothing is under way, so that the next half overlaps. */
  const takeBatch = (isAlone: boolean): Waiting[] => {
    const many = isAlone && waiting.length >= OVERLAP_FROM ? Math.ceil(waiting.length / 2) : waiting.length;
    return waiting.splice(0, Math.min(many, BATCH_MAX));
  };

  /** While the server writes one batch, the next one's locks and reads stand behind its COMMIT on the same connection. */
  const run = async () => {
    let last: Promise<void> | null = null;
    await nextTurn();
    while (waiting.length > 0) {
      const sent = Promise.withResolvers<void>();
      const before: Promise<void> | null = last;
      last = finish(takeBatch(before === null), sent.resolve);
      await sent.promise;
      await before;
      await repairs;
      await nextTurn();
      if (waiting.length > 0) continue;
      await last;
      last = null;
      await nextTurn();
    }
    running = null;
  };

  const join = (entry: Waiting) => {
    waiting.push(entry);
    running ??= run();
  };

  return {
    hold: (request) => new Promise((resolve, reject) => join({ kind: 'hold', request, resolve, reject })),
    place: (request) => new Promise((resolve, reject) => join({ kind: 'place', request, resolve, reject })),
    async stop() {
      await running;
      await Promise.all([connection.close(), log.close()]);
    },
  };
}

/** Whoever asks because of the same answers asks in this turn: without it the first of them would make a batch alone. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

type Run = {
  handlers: SaleHandlers;
  batch: Waiting[];
  /** The writes and the COMMIT are on their way: whatever is sent from now on stands behind them. */
  onSent: () => void;
  flush: () => Promise<void>;
};

async function runBatch(client: pg.Client, { handlers, batch, onSent, flush }: Run): Promise<void> {
  const pipeline: Pipeline = {
    send: async <Row>(name: string, text: string, values: unknown[] = []) =>
      (await client.query({ name, text, values })).rows as Row[],
  };
  const holds = batch.filter((entry) => entry.kind === 'hold');
  const places = batch.filter((entry) => entry.kind === 'place');
  const holdRequests = holds.map((entry) => entry.request);
  const placeRequests = places.map((entry) => entry.request);

  // The next batch's locks need not wait for the disk, only the answers do. A pre-order is seen by others as soon as it is
  // committed, so placing waits within.
  const commitsEarly = places.length === 0 && holds.length > 1;

  // Everything up to here goes out in one flight: the locks first, then the reads that rest on them.
  const [units, decideHolds, decidePlaces] = await Promise.all([
    lockSale(pipeline, { holds: holdRequests, places: placeRequests, commitsEarly }),
    holdRequests.length > 0 ? handlers.hold.read(pipeline, holdRequests) : null,
    placeRequests.length > 0 ? handlers.place.read(pipeline, placeRequests) : null,
  ]);
  // Placing frees no unit that a hold could take, so the order of the two does not matter to anybody.
  const placed = decidePlaces?.(units);
  const held = decideHolds?.(units);
  await held?.complete?.(pipeline);
  const changes = [...(placed?.changes ?? []), ...(held?.changes ?? [])];
  const written = Promise.all([
    ...moveCounters(pipeline, changes), // first: short, so that the server is at it while the rest is put together
    ...(placed?.write(pipeline) ?? []),
    ...(held?.write(pipeline) ?? []),
    pipeline.send('sale_commit', 'COMMIT'), // in the same flight: after a failed write it rolls back, and that write rejects
  ]);
  onSent();
  await written;
  // What is told again may have been committed early just now, by another batch: one that writes nothing waits for no disk.
  const tellsAgain = changes.length === 0 && held?.outcomes.some((outcome) => outcome.kind === 'held');
  if (commitsEarly || tellsAgain) await flush();
  settleAll(places, placed?.outcomes);
  settleAll(holds, held?.outcomes);
}

function settleAll<Outcome>(entries: { resolve: (outcome: Outcome) => void }[], outcomes: Outcome[] | undefined): void {
  for (const [index, entry] of entries.entries()) {
    const outcome = outcomes?.[index];
    if (outcome === undefined) throw new Error('a batch decides every request');
    entry.resolve(outcome);
  }
}
