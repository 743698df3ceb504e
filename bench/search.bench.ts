import { setTimeout as sleep } from 'node:timers/promises';
import { createApiToken } from '../src/core/api-tokens/commands.ts';
import { writeDueWords } from '../src/core/preorders/commands/keep-words.ts';
import { PART_ROWS, readWords } from '../src/core/preorders/queries/words.ts';
import { readPreorder } from '../src/core/preorders/queries.ts';
import type { Database, Sql } from '../src/platform/db.ts';
import { buyFrom } from '../test/support/buy.ts';
import { startCluster, type TestCluster } from '../test/support/cluster.ts';
import { checkoutRequest, createOffer } from '../test/support/core.ts';
import { startSystem } from '../test/support/system.ts';
import { keepWithin } from './limits.ts';

// Checks that a search of the private API takes as long with a million pre-orders as with a thousand. Each of the two stores has a
// database of its own, and both are asked the same, one after the other. The times are those of the slowest twentieth.
//
//     npm run bench -- search
//     SEARCH_PREORDERS=100000 npm run bench -- search      fewer

const SMALL = 1_000;
const LARGE = Number(process.env.SEARCH_PREORDERS ?? 1_000_000);
const RATIO_MOST = 2;
const TIMES = 4; // each text in each measurement

const FIRST = ['ada', 'bert', 'clara', 'david', 'emma', 'felix', 'greta', 'hans', 'ida', 'jonas'];
const LAST = ['lovelace', 'hopper', 'kovacs', 'lindqvist', 'schmidt', 'novak', 'silva', 'tanaka', 'fischer', 'krause'];
const RARE = ['Müller', 'O’Neil', '山田', 'Þórsdóttir'];
const TEXTS = [
  ['aur-m', 'urora', 'mail.example', 'lovelace', 'ovac', 'vel', 'ada'], // common
  ['ada lovelace', 'schmidt 1011', 'tanaka9', '10115', 'ida 123', '4711', 'hopp jonas 99'], // of one in some hundreds or more
  ['mueller', "o'neil", '山田', 'thorsdottir aurora', 'rare', 'zzz', 'hans99', 'greta.silva77', 'nobody at all'], // rare
].flat();

const oneOf = (names: readonly string[], by: string) => `(ARRAY['${names.join("','")}'])[1 + ${by}]`;

const PERSONS = (count: number) => `
  CREATE TEMPORARY TABLE person AS
  SELECT n, ${oneOf(FIRST, `n % ${FIRST.length}`)} AS first, ${oneOf(LAST, `n / ${FIRST.length} % ${LAST.length}`)} AS last,
         (10000 + n::bigint * 7919 % 89999)::text AS code, (now() - (${count} - n) * interval '1 second') AS at,
         (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - ${count} + n), 12, '0') || '7' || substr(md5(n::text), 14))::uuid AS id,
         gen_random_uuid() AS line_id, lpad((n::bigint * 61803399 % 100000000)::text, 8, '0') AS digits
  FROM generate_series(1, ${count - 1}) AS n`;

const WORDS = `INSERT INTO preorder_words (store_id, preorder_id, part, things, everything)
   SELECT $1::uuid, p.id, p.n / ${PART_ROWS}, ' ' || w.things || ' ', concat_ws(' ', '', w.things, p.first, p.last, 'berlin', p.code,
     p.first || p.last || p.n || 'mailexample', p.last || p.n, 'mail example invalidenstrasse 116', '')
   FROM person p 
   CROSS JOIN LATERAL (
     SELECT concat_ws(' ', 'po' || p.digits || 'x', 'po', substr(p.digits, 1, 4), substr(p.digits, 5), 'x',
                      'aurm aur m aurora jacket medium') AS things) w ORDER BY p.n`;

// The worker of the service may have written the words of the first one by now.
const WORDS_COUNT = `INSERT INTO preorder_words_count (store_id, count) VALUES ($1, $2)
   ON CONFLICT (store_id) DO UPDATE SET count = excluded.count`;

// What is another one in each copy.
const COPIED: { table: string; of?: string; changes: Record<string, string> }[] = [
  {
    table: 'preorder',
    of: 'id',
    changes: {
      id: 'p.id',
      checkout_id: 'p.id',
      attempt_id: 'p.id',
      placed_at: 'p.at',
      customer_key: 'p.n::text',
      reference: `'PO-' || substr(p.digits, 1, 4) || '-' || substr(p.digits, 5) || '-X'`,
    },
  },
  { table: 'preorder_line', changes: { id: 'p.line_id', preorder_id: 'p.id' } },
  { table: 'preorder_standing', changes: { preorder_id: 'p.id', placed_at: 'p.at' } },
  {
    table: 'preorder_contact',
    changes: {
      preorder_id: 'p.id',
      email: `p.first || '.' || p.last || p.n || '@mail.example'`,
      address: `o.address || jsonb_build_object('firstName', initcap(p.first), 'lastName', initcap(p.last), 'postalCode', p.code)`,
    },
  },
];

const cluster = await startCluster();
const small = await openShop(cluster, SMALL);
const large = await openShop(cluster, LARGE);
try {
  await keepWithin({
    what: `the slowest twentieth of searches among ${LARGE.toLocaleString('en')} pre-orders`,
    measure: large.slowest,
    reference: { name: `among ${SMALL.toLocaleString('en')}`, measure: small.slowest },
    unit: 'ms',
    most: RATIO_MOST,
  });
  for (const text of TEXTS) {
    const [few, many] = [await small.timeOf(text), await large.timeOf(text)];
    console.log(
      `  ${text.padEnd(24)}${few.ms.toFixed(1).padStart(8)} ms${many.ms.toFixed(1).padStart(8)} ms  ${many.hits} on the page`,
    );
  }
} finally {
  await small.stop();
  await large.stop();
  await cluster.stop();
}

/** Starts a service of its own over a store with so many pre-orders. */
async function openShop(from: TestCluster, preorders: number) {
  const system = await startSystem({ cluster: from });
  const core = { ...system.deps, stop: async () => {} };
  const offer = await createOffer(core, { allocation: 100 });
  const { storeId } = offer;
  const reference = await buyFrom(core, offer, { email: 'first@mail.example' });
  await fill(system.db, { storeId, reference, preorders });
  for (const lastName of RARE) {
    const { address } = checkoutRequest(offer);
    await buyFrom(core, offer, { email: 'rare@mail.example', address: { ...address, firstName: 'Eva', lastName } });
  }
  while ((await writeDueWords(system.db)) > 0);
  const { secret } = await createApiToken(core, storeId, {
    name: 'bench',
    scopes: ['preorders:read', 'preorders:personal'],
  });
  const headers = { authorization: `Bearer ${secret}` };
  const timeOf = async (text: string): Promise<{ ms: number; hits: number }> => {
    const began = performance.now();
    const answer = await fetch(`${system.baseUrl}/admin/api/v1/preorders?q=${encodeURIComponent(text)}`, { headers });
    const { data } = (await answer.json()) as { data: unknown[] };
    if (answer.status === 429) {
      await sleep(1_000); // a fast machine asks more often than a token may
      return timeOf(text);
    }
    if (answer.status !== 200) throw new Error(`“${text}” was answered with ${answer.status}`);
    return { ms: performance.now() - began, hits: data.length };
  };
  const slowest = async () => {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn += 1) for (const text of TEXTS) times.push((await timeOf(text)).ms);
    return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
  };
  return { timeOf, slowest, stop: system.stop };
}

type Filling = { storeId: string; reference: string; preorders: number };

/** Copies a pre-order, each time for another person, with the words that a worker would write. */
async function fill(db: Database, { storeId, reference, preorders }: Filling): Promise<void> {
  const { id } = await readPreorder(db, storeId, reference);
  const began = performance.now();
  const client = await db.connect({ direct: true });
  try {
    await client.query("SET statement_timeout = 0; SET synchronous_commit = off; SET maintenance_work_mem = '256MB'");
    await client.query('SET session_replication_role = replica'); // the copies satisfy the constraints because the original does
    const [{ definition } = { definition: '' }] = (
      await client.query<{ definition: string }>(
        "SELECT pg_get_indexdef('preorder_words_by_part'::regclass) AS definition",
      )
    ).rows;
    await client.query('DROP INDEX preorder_words_by_part');
    await client.query(PERSONS(preorders));
    await client.query(WORDS_COUNT, [storeId, preorders]);
    await client.query(WORDS, [storeId]); // first, so that the worker finds none without words
    for (const one of COPIED) await client.query(await copyOf(db, one), [storeId, id]);
    await client.query(definition);
    await client.query(`VACUUM ANALYZE preorder_words, ${COPIED.map(({ table }) => table).join(', ')}`);
  } finally {
    await client.end();
  }
  await requireWords(db, storeId);
  console.log(`filled ${preorders} pre-orders in ${Math.round((performance.now() - began) / 1_000)} s`);
}

async function copyOf(sql: Sql, { table, of = 'preorder_id', changes }: (typeof COPIED)[number]): Promise<string> {
  const columns = await sql.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  return `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => changes[name] ?? `o.${name}`).join(', ')}
    FROM person p, ${table} o WHERE o.store_id = $1 AND o.${of} = $2 ORDER BY p.n`;
}

/** Throws unless the words are those that the service itself would write. */
async function requireWords(sql: Sql, storeId: string): Promise<void> {
  const written = await sql.query<{ preorderId: string; things: string; everything: string }>(
    `SELECT preorder_id AS "preorderId", things, everything FROM preorder_words WHERE store_id = $1
     ORDER BY preorder_id DESC LIMIT 100`,
    [storeId],
  );
  const ours = await readWords(
    sql,
    written.map(({ preorderId }) => ({ storeId, preorderId })),
  );
  for (const { preorderId, everything, things } of ours) {
    const theirs = written.find((one) => one.preorderId === preorderId);
    if (theirs?.things !== things || theirs.everything !== everything)
      throw new Error(`other words than the service writes: “${theirs?.everything}”, not “${everything}”`);
  }
}
