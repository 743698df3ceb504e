import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/platform/db.ts';
import { placeFrom } from '../test/support/buy.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer } from '../test/support/core.ts';
import { compare, rate } from './harness.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { endProcess, startService } from './serving.ts';
import type { SyncOrder, ToRead } from './sync-worker.ts';

// What shoppers notice while a worker reads all products of the store's platform, or thousands of them one by one after a bulk edit:
// public reads, holds, and whole purchases, each beside the sync and without it in turn. The sync, the service and the database share
// the machine.

const PRODUCTS = 100_000;
const CONNECTIONS = 64;
const BUYERS = 8;
// Longer than a page and the rest behind it.
const SECONDS = 4;
const TURNS = 2;
// A page and its rest, on a busy machine.
const PHASE_MS = 6_000;
// Slower by a tenth at most.
const REACH = 0.9;

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'));
const db = openDatabase({ url: database.url });
const lookups = openDatabase({ url: database.url, lookups: true });
const core = createCore(db, undefined, lookups);
const offer = await createOffer(core, { allocation: 1_000_000, holdsPerEmailMax: 1_000, holdsPerAddressMax: 100_000 });
const [product] = await db.query<{ id: string }>('SELECT external_id AS id FROM product');
const path = `/api/v1/availability?api_key=${offer.storeKey}&product_id=${product?.id}`;
const service = await startService({ databaseUrl: database.url, folder });
const asking = fork(fileOf('load.ts'), { execArgv: [] });
const worker = fork(fileOf('sync-worker.ts'), { execArgv: [] });
try {
  await tell({ databaseUrl: database.url, storeId: offer.storeId, products: PRODUCTS });
  for (const toRead of toReadNamed()) {
    await beside(toRead, `/availability, warm, ${CONNECTIONS} connections`, read);
    await beside(toRead, `purchases from the hold to the pre-order, ${BUYERS} buyers`, buy);
  }
} finally {
  await Promise.all([asking, worker, service.child].map(endProcess));
  await core.stop();
  await lookups.close();
  await db.close();
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
}

/** READ names one of the two; without it both are measured. */
function toReadNamed(): ToRead[] {
  const both: ToRead[] = ['everything', 'changes'];
  return both.filter((one) => one === (process.env.READ ?? one));
}

/** Compares the rate of an operation beside the reading of products with its rate without it. */
async function beside(toRead: ToRead, what: string, run: () => Promise<number>): Promise<void> {
  let readBeside = 0;
  let syncedMs = 0;
  await compare({
    what: `${what}, while ${toRead === 'everything' ? 'all products are read' : 'thousands of changed products are read'}`,
    reference: { name: 'without a sync', run },
    ours: {
      name: 'beside a sync',
      async run() {
        const before = await tell(toRead);
        const began = performance.now();
        await pause(Math.random() * PHASE_MS); // else each turn would begin with a page, and end before its rest does
        const perSecond = await run();
        readBeside += (await tell('rest')) - before;
        syncedMs += performance.now() - began;
        return perSecond;
      },
    },
    reach: REACH,
    turns: TURNS,
  });
  if (readBeside === 0) throw new Error('nothing was read beside it');
  console.log(`  (${Math.round(readBeside / (syncedMs / 1_000))} products a second were read beside it)`);
}

async function tell(order: SyncOrder): Promise<number> {
  worker.send(order);
  const [listed] = (await once(worker, 'message')) as [number];
  return listed;
}

async function read(): Promise<number> {
  const request: LoadRequest = { port: service.port, path, connections: CONNECTIONS, seconds: SECONDS };
  asking.send(request);
  const [result] = (await once(asking, 'message')) as [LoadResult];
  return result.perSecond;
}

function buy(): Promise<number> {
  return rate({ callers: BUYERS, seconds: SECONDS }, () => placeFrom(core, offer));
}
