import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startOutboxDispatcher } from '../src/core/outbox/dispatcher.ts';
import { writeMissingWords } from '../src/core/preorders/commands/keep-words.ts';
import { readRelease } from '../src/core/releases/queries.ts';
import { createFileCommerce } from '../src/integrations/commerce/files.ts';
import { createFileMail } from '../src/integrations/mail/files.ts';
import type { PaymentProvider } from '../src/integrations/payments/port.ts';
import { createPace } from '../src/integrations/payments/stripe/pace.ts';
import { startBackground } from '../src/main/background.ts';
import { followFacts } from '../src/main/compose.ts';
import { ownTurns } from '../src/platform/call-turns.ts';
import { openDatabase } from '../src/platform/db.ts';
import { createLog } from '../src/platform/log.ts';
import { buyFrom } from '../test/support/buy.ts';
import { cloneDatabase, startCluster } from '../test/support/cluster.ts';
import { createCore, createOffer } from '../test/support/core.ts';
import { arrive, startReleaseOf } from '../test/support/release.ts';
import { cloneOrders } from './clone-orders.ts';
import { judge } from './limits.ts';
import { processorSeconds } from './processor.ts';

// One release of so many line items. Each is of its own pre-order and charges a card, which is the maximal number of calls.
const LINES = Number(process.env.RELEASE_LINES ?? 10_000);
const CALL_MS = 50;
// The rate of an account whose limit was raised. With a new live account's limit of 100 a second (6,000 a minute) this
// would measure the provider.
const CALLS_A_SECOND_MOST = Number(process.env.RELEASE_CALLS_A_SECOND ?? 250);
// Of the service and its PostgreSQL together, for the charge of a line item and all that follows it: order, mails, webhooks, jobs.
// Of its 15 statements 7 are the bench's own provider, which keeps its payments in the same database.
const PROCESSOR_MS_MOST = 16;
const GROWTH_MB_MOST = 64;

const cluster = await startCluster();
const database = await cloneDatabase(cluster);
const db = openDatabase({ url: database.url });
const folder = await mkdtemp(join(tmpdir(), 'release-bench-'));
const log = createLog('silent');
const lookups = openDatabase({ url: database.url, lookups: true });
const outbox = startOutboxDispatcher(lookups, log, followFacts('shop@shop.example'));
const core = {
  ...createCore(db, atDistance, lookups),
  outbox,
  mail: createFileMail(join(folder, 'mail')),
  commerce: createFileCommerce(join(folder, 'orders')),
};
let calls = 0;

/** Adds network delay and the live provider's rate limit to a provider. */
function atDistance(provider: PaymentProvider): PaymentProvider {
  const turns = ownTurns();
  const pace = createPace({
    perSecond: () => CALLS_A_SECOND_MOST,
    takeTurns: (count, perSecond) => turns('the provider', count, perSecond),
  });
  const far = async <T>(call: () => Promise<T>): Promise<T> => {
    await pace.turn({ soon: false });
    calls += 1;
    await pause(CALL_MS);
    return call();
  };
  return {
    ...provider,
    charge: (request) => far(() => provider.charge(request)),
    capture: (...args) => far(() => provider.capture(...args)),
    read: (ref) => far(() => provider.read(ref)),
    hasDone: (...args) => far(() => provider.hasDone(...args)),
    cancel: (ref) => far(() => provider.cancel(ref)),
  };
}

/** Counts the mails that are still to be sent, and the facts that still lead to some. */
async function countUnsent(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM mail WHERE sent_at IS NULL) + (SELECT count(*) FROM outbox WHERE dispatched_at IS NULL)
            AS count`,
  );
  return row?.count ?? 0;
}

/** Counts the pre-orders that a search does not find yet. */
async function countWithoutWords(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM preorder) - (SELECT count(*) FROM preorder_words) AS count',
  );
  return row?.count ?? 0;
}

try {
  const offer = await createOffer(core, { allocation: LINES, plan: { plan: 'pay_later' } });
  await buyFrom(core, offer);
  await cloneOrders(db, offer, LINES - 1);
  await db.query('UPDATE outbox SET dispatched_at = now() WHERE dispatched_at IS NULL');
  await arrive(core, offer, LINES);
  // The pre-orders of a store have come over weeks: searches find them, and its tables have statistics.
  for (let left = LINES; left > 0; left = await countWithoutWords()) await writeMissingWords(db);
  await db.query('ANALYZE');
  const background = await startBackground(core);
  calls = 0;
  const started = performance.now();
  const before = processorSeconds();
  const releaseId = (await startReleaseOf(core, offer)) ?? '';
  const memory: number[] = [];
  let release = await readRelease(db, offer.storeId, releaseId);
  while (release.ordered < LINES || (await countUnsent()) > 0) {
    await pause(2_000);
    release = await readRelease(db, offer.storeId, releaseId);
    memory.push(process.memoryUsage().rss / 2 ** 20);
    const minutes = (performance.now() - started) / 60_000;
    process.stdout.write(
      `\r  ${release.paid} of ${LINES} paid, ${release.ordered} ordered, ${Math.round(release.paid / minutes)} a minute, ${Math.round(memory.at(-1) ?? 0)} MB  `,
    );
  }
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `\n  ${LINES} line items in ${seconds.toFixed(1)} s, ${calls} calls, ${Math.round(calls / seconds)} a second`,
  );
  const files = (await readdir(join(folder, 'orders'))).length;
  if (files !== LINES) throw new Error(`${files} orders instead of ${LINES}`);
  if (calls / seconds > CALLS_A_SECOND_MOST * 1.05) throw new Error('rate of calls above the limit of the provider');
  judge({
    what: `processor time of a line item in a release of ${LINES}, each charged by a call of ${CALL_MS} ms`,
    value: ((processorSeconds() - before) * 1_000) / LINES,
    unit: 'ms',
    most: PROCESSOR_MS_MOST,
  });
  const half = Math.ceil(memory.length / 2);
  const value = Math.max(...memory.slice(half)) - Math.max(...memory.slice(0, half));
  judge({
    what: 'memory that the second half of the release adds to what the first needed',
    value,
    unit: 'MB',
    most: GROWTH_MB_MOST,
  });
  await background.stop();
} finally {
  await outbox.stop();
  await core.stop();
  await lookups.close();
  await db.close();
  await database.drop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
