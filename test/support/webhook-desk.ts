import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listAlerts } from '../../src/core/alerts/queries.ts';
import type { OutboxRow } from '../../src/core/outbox/row.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { recordFacts } from '../../src/core/webhooks/commands/record.ts';
import { listMessages } from '../../src/core/webhooks/queries.ts';
import type { Database } from '../../src/platform/db.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createEngine, createOffer, type Engine, type Offer, shiftClock } from './shop.ts';
import { dispatchOutbox, type Post, type Receiver, startReceiver } from './webhooks.ts';

/** A new store for each test, with one endpoint and its receiver. */
export type WebhookDesk = {
  db: Database;
  engine: Engine & { random: () => number };
  offer: Offer;
  receiver: Receiver;
  target: { storeId: string; endpointId: string };
  newEndpoint(url?: string): Promise<{ storeId: string; endpointId: string }>;
  /** Emits a fact of the product; any kind will do. */
  happen(subjectId?: string): Promise<void>;
  /** Moves the clock on by that time and a second. */
  later(ms: number): Promise<void>;
  messages(options?: { failed?: boolean }): ReturnType<typeof listMessages>;
  states(): Promise<string[]>;
  alerts(): Promise<string[]>;
};

/** Prepares a whole test file. Call it once, at the top. */
export function useWebhookDesk(): WebhookDesk {
  let database: TestDatabase | undefined;
  let stop = async () => {};
  let seq = 0;
  const desk = {} as WebhookDesk; // filled before the first test runs

  beforeAll(async () => {
    database = await createTestDatabase();
    const engine = createEngine(database.db);
    stop = () => engine.stop();
    Object.assign(desk, { ...actions, db: database.db, engine: { ...engine, random: () => 0 } });
  });
  beforeEach(async () => {
    await desk.db.query('DELETE FROM clock_shift');
    await desk.db.query('UPDATE webhook_endpoint SET disabled_at = app_now(), disabled_reason = $1', ['asked']);
    desk.offer = await createOffer(desk.engine, { allocation: 50 });
    await dispatchOutbox(desk.engine); // no delivery has run yet
    desk.receiver = await startReceiver();
    desk.target = await desk.newEndpoint();
    return () => desk.receiver.close();
  });
  afterAll(async () => {
    await stop();
    await database?.drop();
  });

  const actions: Partial<WebhookDesk> = {
    async newEndpoint(url = desk.receiver.url) {
      const { storeId } = desk.offer;
      return { storeId, endpointId: await createEndpoint(desk.engine, storeId, { url, types: ['waitlist.changed'] }) };
    },
    async happen(subjectId = desk.offer.productId) {
      seq += 1;
      const row: OutboxRow = {
        storeId: desk.offer.storeId,
        subjectId,
        id: seq,
        topic: 'waitlist.changed',
        createdAt: new Date(),
        detail: { waitlistIds: [desk.offer.waitlistId] },
      };
      await desk.db.transaction((tx) => recordFacts(tx, [row]));
    },
    later: (ms) => shiftClock(desk.db, ms / 1_000 + 1),
    messages: (options = {}) => listMessages(desk.db, desk.target, { limit: 100, ...options }),
    states: async () => (await desk.messages()).map(({ state }) => state),
    alerts: async () => (await listAlerts(desk.db, desk.offer.storeId, { resolved: false })).map(({ code }) => code),
  };
  return desk;
}

export const failWith =
  (status: number, headers: Record<string, string> = {}) =>
  (_: Post, response: ServerResponse): void =>
    void response.writeHead(status, headers).end('not now');
