import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Offer } from '../test/support/core.ts';
import { NAIVE_SQL } from './naive-hold.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/**
 * Runs the naive transaction without Node: PostgreSQL's own load generator sends the same prepared statements. Resolves with
 * transactions a second, or null if `pgbench` is not installed: PostgreSQL's packages from npm do not have it.
 */
export async function pgbench(databaseUrl: string, offer: Offer, callers: number): Promise<number | null> {
  const binary = await findPgbench();
  if (!binary) return null;
  const folder = await mkdtemp(join(tmpdir(), 'pgbench-'));
  try {
    const file = join(folder, 'hold.sql');
    await writeFile(file, script(offer));
    const { stdout } = await run(binary, [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${callers}`,
      `--jobs=${Math.min(2, callers)}`,
      '--time=4',
      `--file=${file}`,
      databaseUrl,
    ]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function findPgbench(): Promise<string | null> {
  const debian = (await readdir(DEBIAN).catch(() => [])).map((version) => join(DEBIAN, version, 'bin/pgbench'));
  for (const binary of ['pgbench', ...debian]) {
    if (await run(binary, ['--version']).catch(() => null)) return binary;
  }
  return null;
}

function script(offer: Offer): string {
  const { storeId, waitlistId, variantId } = offer;
  const made = `SELECT gen_random_uuid() AS id, gen_random_uuid()::text AS client, gen_random_uuid()::text AS key,
    encode(sha256(gen_random_uuid()::text::bytea), 'hex') AS customer \\gset`;
  const address = `'{"firstName":"Ada","lastName":"Lovelace","line1":"1 Test Street","line2":"","city":"Berlin","region":"","postalCode":"10115","country":"DE","phoneNumber":""}'`;
  const unit = [`'${storeId}'`, `'${waitlistId}'`, ':batch_id', `'${variantId}'`];
  return [
    made,
    'BEGIN ISOLATION LEVEL READ COMMITTED;',
    `${fill(NAIVE_SQL.unit, [`'${storeId}'`, `'${waitlistId}'`, `'${variantId}'`])} \\gset`,
    `${fill(NAIVE_SQL.offer, [`'${storeId}'`, `'${waitlistId}'`, `'${variantId}'`, "'DE'"])} \\gset`,
    `${fill(NAIVE_SQL.customer, [`'${storeId}'`, `'${waitlistId}'`, ':customer'])};`,
    `${fill(NAIVE_SQL.address, [`'${storeId}'`, ':client'])};`,
    `${fill(NAIVE_SQL.repeated, [`'${storeId}'`, "'bench'", ':key'])};`,
    `${fill(NAIVE_SQL.checkout, checkoutValues(offer))};`,
    `${fill(NAIVE_SQL.contact, [`'${storeId}'`, ':id', "'ada@example.com'", address])};`,
    `${fill(NAIVE_SQL.hold, holdValues(offer))};`,
    `${fill(NAIVE_SQL.move, [...unit, '1'])};`,
    `${fill(NAIVE_SQL.ledger, [...unit, '1', ':id'])};`,
    `${fill(NAIVE_SQL.key, [`'${storeId}'`, "'bench'", ':key', ':customer', ':id', 'app_now()'])};`,
    `${fill(NAIVE_SQL.announce, [`'${storeId}'`, ':product_id'])};`,
    'COMMIT;',
  ]
    .map((line) => line.replace(/\s*\n\s*/g, ' '))
    .join('\n');
}

function checkoutValues({ storeId, waitlistId, variantId }: Offer): string[] {
  return [
    `'${storeId}'`,
    ':id',
    `'${waitlistId}'`,
    ':batch_id',
    `'${variantId}'`,
    ':promise_id',
    '1',
    ':customer',
    "'en'",
    ':price',
    ':price',
    ':shipping',
    '0',
    ':price + :shipping',
    'app_now()',
  ];
}

function holdValues({ storeId, waitlistId, variantId }: Offer): string[] {
  return [
    `'${storeId}'`,
    ':id',
    `'${waitlistId}'`,
    ':batch_id',
    `'${variantId}'`,
    '1',
    ':customer',
    ':client',
    "app_now() + interval '10 minutes'",
  ];
}

/** Replaces `$1` and so on by pgbench's named variables. pgbench binds all of them as text, so some need a cast. */
function fill(sql: string, values: readonly string[]): string {
  return sql.replace(/\$(\d+)/g, (_, index) => cast(values[Number(index) - 1] ?? 'NULL'));
}

function cast(value: string): string {
  if (/^:(id|batch_id|promise_id|product_id)$/.test(value)) return `${value}::uuid`;
  return value.replace(/:(price|shipping)\b/g, ':$1::bigint');
}
