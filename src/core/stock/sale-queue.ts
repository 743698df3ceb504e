import type pg from 'pg';
import type { DiscountRefusal } from '../../domain/discount.ts';
import type { UnitCounters } from '../../domain/stock.ts';
import type { SavedMethod } from '../../integrations/payments/port.ts';
import type { TaxAnswer } from '../../integrations/tax/port.ts';
import { isTimeToPlanAgain } from '../../platform/db.ts';
import { keepConnection, keepFlushing } from '../../platform/kept-connection.ts';
import type { CheckoutAddress } from '../../protocol/schema/frame-api.ts';
import type { LineItemProperties } from '../../protocol/wire/sdk-events.ts';
import { type BatchEnd, runBatch } from './sale-batch.ts';
import { createLines, type SaleLines, type Taken, type Waiting } from './sale-lines.ts';

/** Holds and placing: one queue per process; whoever waits joins their store's next batch (group commit, ARCHITECTURE.md). */
export type SaleQueue = {
  hold(request: HoldRequest): Promise<HoldOutcome>;
  place(request: PlaceRequest): Promise<PlaceOutcome>;
  /** How many wait, over all stores. */
  waiting(): number;
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
  /** What the box for marketing says that is shown with this checkout; null: there is none. */
  marketingText: string | null;
  lineItemProperties: LineItemProperties | null;
  /** Folded as it is kept, or null. */
  discountCode: string | null;
  /** What the tax service said of the destination: applied to what the batch reads of the merchant's table. */
  tax: TaxAnswer;
  /** When the process was asked, on its monotonic clock: an erasure refuses what was asked for before its end. */
  askedAt: number;
  idempotency: { scope: string; key: string; bodyHash: string } | null;
  /** Whether who asked has gone: then nothing is held for them. */
  hasLeft?: (() => boolean) | undefined;
};

/** Nothing was decided, and nothing written: too many wait, or what is needed stays locked. May be asked again. */
type Busy = { kind: 'busy' };

export type HoldOutcome =
  /** `checkoutId` differs from the request's where the same key was granted before. */
  | { kind: 'held'; checkoutId: string; productId: string }
  | Busy
  | { kind: 'idempotency_mismatch' }
  | { kind: 'checkout_over' }
  | { kind: 'payment_in_progress' }
  | { kind: 'being_erased' }
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
  | { kind: 'decided' }
  | Busy;

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

export function createSaleQueue(connect: () => Promise<pg.Client>, handlers: SaleHandlers): SaleQueue {
  const lines = createLines(() => start());
  const runner = createRunner(connect, { handlers, lines });
  let running: Promise<void> | null = null;

  /** While the server writes one batch, the next one's locks and reads stand behind its COMMIT on the same connection. */
  const run = async () => {
    let last: Promise<void> | null = null;
    await nextTurn();
    for (;;) {
      const taken = lines.take(last === null);
      if (taken === null && last === null) break;
      if (taken === null || taken.alone) await last; // what may fail takes no other batch with it
      const before: Promise<void> | null = last;
      last = null;
      if (taken !== null) {
        const sent = Promise.withResolvers<void>();
        last = runner.run(taken, sent.resolve);
        await (taken.alone ? last : sent.promise);
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
    async stop() {
      lines.hurry();
      start();
      await running;
      await runner.close();
    },
  };
}

/** Runs batches on the connection that all stores share; nobody is left without an answer or a place in their line. */
function createRunner(
  connect: () => Promise<pg.Client>,
  { handlers, lines }: { handlers: SaleHandlers; lines: SaleLines },
) {
  const connection = keepConnection(connect);
  const log = keepFlushing(connect);
  let batches = 0;

  const attempt = async (client: pg.Client, { entries }: Taken, onSent: () => void): Promise<BatchEnd> => {
    try {
      batches += 1;
      if (isTimeToPlanAgain(batches)) await client.query('DISCARD PLANS');
      return await runBatch(client, { handlers, batch: entries, onSent, flush: log.flush });
    } catch (error) {
      // Whether it was committed is unknown when the connection broke; every request is idempotent by its ids.
      await connection.discard(client);
      return { kind: 'failed', error };
    }
  };

  return {
    async run(taken: Taken, onSent: () => void): Promise<void> {
      const client = await connection.get().catch((error: unknown) => {
        // Nobody is made to wait for one more try after the other.
        rejectAll([...taken.entries, ...lines.empty()], error);
      });
      const end = client && (await attempt(client, taken, onSent));
      if (end?.kind === 'late') lines.late(taken);
      // One of them may be the cause: the others must not pay for it, nor other stores.
      if (end?.kind === 'failed') {
        if (taken.alone && taken.entries.length === 1) rejectAll(taken.entries, end.error);
        else lines.again(taken);
      }
      onSent();
    },
    close: () => Promise.all([connection.close(), log.close()]),
  };
}

function rejectAll(entries: readonly Waiting[], error: unknown): void {
  for (const { reject } of entries) reject(error);
}

/** Whoever asks because of the same answers asks in this turn: without it the first of them would make a batch alone. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
