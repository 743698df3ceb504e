import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore } from '../test/support/core.ts';
import { createMerchant } from '../test/support/merchant.ts';
import { compare } from './harness.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { endProcess, startService } from './serving.ts';

// A CDN in front of the service keeps some dozens of connections open; a browser opens only a few.
const CONNECTIONS = 64;
const SECONDS = 1;
const TURNS = 4;

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'));
const path = await createProduct(database.url);
const service = await startService({ databaseUrl: database.url, folder });
const answer = await fetch(`http://127.0.0.1:${service.port}${path}`).then((response) => response.json());
const bare = await startBareServer(answer);
const asking = startLoad();
try {
  await compare({
    what: `/availability, warm, a product of 3 variants, ${CONNECTIONS} connections`,
    reference: { name: 'bare node:http', run: () => asking.load(bare.port) },
    ours: { name: 'the service', run: () => asking.load(service.port) },
    reach: 0.9,
    turns: TURNS,
  });
  console.log(`  (the load process was busy ${Math.round(asking.busiest() * 100)} % of the time at most)`);
} finally {
  await Promise.all([asking.child, bare.child, service.child].map(endProcess));
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true });
}

/** Creates a product of three variants on an open waitlist. Returns the path of its availability. */
async function createProduct(url: string): Promise<string> {
  const db = openDatabase({ url });
  const core = createCore(db);
  const merchant = await createMerchant(core, [12_900, 12_900, 14_900]);
  await merchant.act(await merchant.create(), 'open');
  const [store] = await db.query<{ key: string }>('SELECT public_key AS key FROM store');
  await core.stop();
  await db.close();
  return `/api/v1/availability?api_key=${store?.key}&product_id=${merchant.product.externalId}`;
}

async function startBareServer(object: unknown): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileOf('bare-server.ts'), { execArgv: [] });
  child.send(object as object);
  const [port] = await once(child, 'message');
  return { child, port };
}

/** Starts the load generator in a process of its own, apart from both servers. */
function startLoad() {
  const child = fork(fileOf('load.ts'), { execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the load process ended with ${code}`)));
  ended.catch(() => {}); // `load` reports it; without a handler Node would end this process
  let busiest = 0;
  return {
    child,
    busiest: () => busiest,
    /** Resolves with the number of answers a second. */
    async load(port: number): Promise<number> {
      child.send({ port, path, connections: CONNECTIONS, seconds: SECONDS } satisfies LoadRequest);
      const [result] = await Promise.race([once(child, 'message') as Promise<[LoadResult]>, ended]);
      busiest = Math.max(busiest, result.busy);
      return result.perSecond;
    },
  };
}
