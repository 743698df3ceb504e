import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../src/platform/db.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer, type Offer } from '../test/support/core.ts';
import { type Answer, buyOver, holdOver, readOver } from './flash-sale-shopper.ts';
import { compare, median, ROUNDS, rate } from './harness.ts';
import { holdRequest } from './hold-request.ts';
import { judge } from './limits.ts';
import { naiveHold } from './naive-hold.ts';
import { processorSeconds } from './processor.ts';
import { endProcess, startService } from './serving.ts';

// A flash sale over HTTP: shoppers hold, pay and place one SKU of one service process, beside a bare server that does only the hold, in a
// transaction of its own. What no bound stands on is printed: the machine's cores are shared with the shoppers and PostgreSQL.

// The largest crowd; SHOPPERS asks for a smaller one, on a machine that has other work.
const CROWD = Number(process.env.SHOPPERS ?? 1_024);
const CROWDS = [64, 256, 1_024].filter((callers) => callers <= CROWD);
// More shoppers do not make it faster.
const NAIVE_CALLERS = 64;
const SECONDS = 1;
const PLENTY = 10_000_000;
// On two common cores most of the time goes to HTTP and to the shoppers themselves.
const HOLDS_REACH = 1;
const UNITS = CROWD / 2;
const LATE_SHARE_MOST = 0.1;
const SOLD_OUT_RATIO_MOST = 1.5;
const PURCHASE_MS_MOST = 80;
const READ_EVERY_MS = 100;
// The second one says that somebody may still give units back.
const SOLD_OUT = /"(sold_out|held_by_others)"/;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const folder = await mkdtemp(join(tmpdir(), 'flash-sale-'));
const db = openDatabase({ url: database.url });
const core = createCore(db);
const plenty = await createOffer(core, { allocation: PLENTY });
const few: Offer[] = [];
for (let nth = 0; nth <= ROUNDS; nth += 1) few.push(await createOffer(core, { allocation: UNITS }));
const [product] = await db.query<{ id: string }>('SELECT external_id AS id FROM product WHERE id = $1', [
  plenty.productId,
]);
const service = await startService({ databaseUrl: database.url, folder });
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: database.url, max: NAIVE_CALLERS, types });
const naive = createServer(async (_, response) => {
  response.writeHead((await naiveHold(pool, holdRequest(plenty))) ? 201 : 409).end('{}');
});
await once(naive.listen(0, '127.0.0.1'), 'listening');
const naivePort = (naive.address() as AddressInfo).port;

try {
  for (const callers of CROWDS) {
    await compare({
      what: `holding one SKU over HTTP, ${callers} shoppers`,
      reference: { name: 'naive handler', run: () => sell(NAIVE_CALLERS, () => holdOver(naivePort, plenty)) },
      ours: { name: 'the service', run: () => sell(callers, () => holdOver(service.port, plenty)) },
      reach: HOLDS_REACH,
    });
    const bought = await sell(callers, () => buyOver(service.port, plenty));
    console.log(`  hold, pay and place, ${callers} shoppers: ${Math.round(bought)} a second`);
  }
  const rushes: Rush[] = [];
  for (const offer of few) rushes.push(await rush(offer));
  const counted = rushes.slice(1); // the first warms up
  judge({
    what: `“sold out” beside “held”, the median of the ms of each, ${CROWD} shoppers at once for ${UNITS} units`,
    value: median(counted.map(({ soldOutRatio }) => soldOutRatio)),
    unit: '× held',
    most: SOLD_OUT_RATIO_MOST,
  });
  judge({
    what: `share of the ${UNITS} units that went to a shopper behind the first ${UNITS}`,
    value: median(counted.map(({ lateShare }) => lateShare)),
    unit: 'of the units',
    most: LATE_SHARE_MOST,
  });
  judge({
    what: `processor time of a pre-order that is held, paid and placed over HTTP by ${CROWD} shoppers, theirs among it`,
    value: await processorOfPurchase(),
    unit: 'ms',
    most: PURCHASE_MS_MOST,
  });
} finally {
  naive.close();
  naive.closeAllConnections();
  await endProcess(service.child);
  await pool.end();
  await core.stop();
  await db.close();
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns the rate of `act` from so many shoppers. Resolves only if nobody was refused, and if reads were answered beside it. */
async function sell(callers: number, act: () => Promise<Answer>): Promise<number> {
  const selling = rate({ callers, seconds: SECONDS }, async () => {
    const { status, body } = await act();
    if (status >= 300) throw new Error(`refused: ${status} ${body.slice(0, 300)}`);
  });
  let isOver = false;
  selling.finally(() => (isOver = true)).catch(() => {});
  while (!isOver) {
    const read = await readOver(service.port, plenty.storeKey, product?.id ?? '');
    if (read.status !== 200) throw new Error(`a read was refused: ${read.status}`);
    await pause(READ_EVERY_MS);
  }
  return selling;
}

type Rush = { soldOutRatio: number; lateShare: number };

/** Lets a crowd ask at once, each for one unit, in a known order. */
async function rush(offer: Offer): Promise<Rush> {
  const answers = await Promise.all(Array.from({ length: CROWD }, () => holdOver(service.port, offer)));
  const held = answers.flatMap(({ status }, nth) => (status === 201 ? [nth] : []));
  const refused = answers.filter(({ status }) => status !== 201);
  const other = refused.find(({ body }) => !SOLD_OUT.test(body));
  if (other) throw new Error(`neither held nor sold out: ${other.status} ${other.body.slice(0, 300)}`);
  if (held.length !== UNITS) throw new Error(`${held.length} of ${UNITS} units were held`);
  const msOfHeld = median(held.map((nth) => answers[nth]?.ms ?? Number.NaN));
  const msOfRefused = median(refused.map(({ ms }) => ms));
  console.log(`  held after ${Math.round(msOfHeld)} ms, sold out after ${Math.round(msOfRefused)} ms`);
  return { soldOutRatio: msOfRefused / msOfHeld, lateShare: held.filter((nth) => nth >= UNITS).length / UNITS };
}

async function processorOfPurchase(): Promise<number> {
  const before = processorSeconds();
  let bought = 0;
  await sell(CROWD, () => buyOver(service.port, plenty).finally(() => (bought += 1)));
  return ((processorSeconds() - before) * 1_000) / bought;
}
