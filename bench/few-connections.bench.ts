import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/core/migrate.ts';
import { openDatabase } from '../src/platform/db.ts';
import { testCardToken } from '../src/protocol/wire/test-cards.ts';
import { checkoutRequest, createCore, createOffer, type Offer } from '../test/support/core.ts';
import { ownPostgres } from '../test/support/own-postgres.ts';
import { compare, rate } from './harness.ts';
import { endProcess, startService, startWorker } from './serving.ts';

// A small managed plan takes 20 connections. One service and one worker sell there nearly as fast as where there are 40.

const CALLERS = 24;
const SECONDS = 4;
const UNITS = 10_000_000;
const HOLDS = 100;

type Shop = { sell(): Promise<number>; stop(): Promise<void> };

const few = await openShop(20);
const many = await openShop(40);
try {
  await compare({
    what: `pre-orders placed over HTTP through one service beside a worker, ${CALLERS} shoppers`,
    reference: { name: '40 connections', run: many.sell },
    ours: { name: '20 connections', run: few.sell },
    reach: 0.8,
  });
} finally {
  await Promise.all([few.stop(), many.stop()]);
}

/** Starts a PostgreSQL that takes so many connections, with a service and a worker over it. */
async function openShop(connections: number): Promise<Shop> {
  const server = await ownPostgres({ settings: [`max_connections=${connections}`] });
  const folder = await mkdtemp(join(tmpdir(), 'few-connections-'));
  const db = openDatabase({ url: server.url, poolConnectionsMax: 1 });
  await migrate(db);
  const core = createCore(db);
  const offer = await createOffer(core, { allocation: UNITS, holdsPerEmailMax: HOLDS, holdsPerAddressMax: HOLDS });
  await core.stop();
  await db.close();
  const { child, port } = await startService({ databaseUrl: server.url, folder });
  const baseUrl = `http://127.0.0.1:${port}`;
  const worker = await startWorker({ databaseUrl: server.url, baseUrl, folder });
  return {
    sell: () => rate({ callers: CALLERS, seconds: SECONDS }, () => buy(baseUrl, offer)),
    async stop() {
      await Promise.all([child, worker].map(endProcess));
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Bought = { id: string; secret: string; total: number };

/** Buys one unit, from an address of its own. */
async function buy(baseUrl: string, offer: Offer): Promise<void> {
  const from = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:${Math.floor(Math.random() * 65_536).toString(16)}::1`;
  const post = async (path: string, body: object, secret?: string): Promise<Bought> => {
    const answer = await fetch(`${baseUrl}/frames/1/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'x-forwarded-for': from,
        ...(secret && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: Bought }).data;
  };
  const { id, secret, total } = await post('/checkouts', checkoutRequest(offer));
  const token = testCardToken('4242424242424242');
  await post(`/checkouts/${id}/payments`, { token, termsAccepted: true, marketingConsent: false, total }, secret);
}
