import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listAlerts } from '../../src/core/alerts/queries.ts';
import type { OutboxRow } from '../../src/core/outbox/row.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { recordFacts } from '../../src/core/webhooks/commands/record.ts';
import { listMessages } from '../../src/core/webhooks/queries.ts';
import type { Database } from '../../src/platform/db.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from './core.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { dispatchOutbox, type Post, type Receiver, startReceiver } from './webhooks.ts';

/** A new store for each test, with one endpoint and its receiver. */
export type WebhookFixture = {
  db: Database;
  core: Core & { random: () => number };
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
export function useWebhookFixture(): WebhookFixture {
  let database: TestDatabase | undefined;
  let stop = async () => {};
  let seq = 0;
  const fixture = {} as WebhookFixture; // filled before the first test runs

  beforeAll(async () => {
    database = await createTestDatabase();
    const core = createCore(database.db);
    stop = () => core.stop();
    Object.assign(fixture, { ...actions, db: database.db, core: { ...core, random: () => 0 } });
  });
  beforeEach(async () => {
    await fixture.db.query('DELETE FROM clock_shift');
    await fixture.db.query('UPDATE webhook_endpoint SET disabled_at = app_now(), disabled_reason = $1', ['asked']);
    fixture.offer = await createOffer(fixture.core, { allocation: 50 });
    await dispatchOutbox(fixture.core); // no delivery has run yet
    fixture.receiver = await startReceiver();
    fixture.target = await fixture.newEndpoint();
    return () => fixture.receiver.close();
  });
  afterAll(async () => {
    await stop();
    await database?.drop();
  });

  const actions: Partial<WebhookFixture> = {
    async newEndpoint(url = fixture.receiver.url) {
      const { storeId } = fixture.offer;
      return { storeId, endpointId: await createEndpoint(fixture.core, storeId, { url, types: ['waitlist.changed'] }) };
    },
    async happen(subjectId = fixture.offer.productId) {
      seq += 1;
      const row: OutboxRow = {
        storeId: fixture.offer.storeId,
        subjectId,
        id: seq,
        topic: 'waitlist.changed',
        createdAt: new Date(),
        trace: null,
        detail: { waitlistIds: [fixture.offer.waitlistId] },
      };
      await fixture.db.transaction((tx) => recordFacts(tx, [row]));
    },
    later: (ms) => shiftClock(fixture.db, ms / 1_000 + 1),
    messages: (options = {}) => listMessages(fixture.db, fixture.target, { limit: 100, ...options }),
    states: async () => (await fixture.messages()).map(({ state }) => state),
    alerts: async () =>
      (await listAlerts(fixture.db, fixture.offer.storeId, { resolved: false })).map(({ code }) => code),
  };
  return fixture;
}

export const failWith =
  (status: number, headers: Record<string, string> = {}) =>
  (_: Post, response: ServerResponse): void =>
    void response.writeHead(status, headers).end('not now');
