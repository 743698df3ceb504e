import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../../../packages/build.ts';
import { createBooks, openBooks, startStripeStandIn } from '../../../packages/stripe-stand-in/src/index.ts';
import { booksOf, pageScripts } from '../../../src/main/stand-in.ts';
import type { Database } from '../../../src/platform/db.ts';
import { PROJECT } from '../../checks/project.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';

// The stand-in as other projects use it: without the service, its migrations, clock and texts.

let database: TestDatabase;
beforeAll(async () => {
  database = await ownInstallation();
});
afterAll(() => database.drop());

/** Lists columns, constraints and indexes of the books. */
async function schemaOf(db: Database): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    `SELECT concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default, is_identity) AS line
     FROM information_schema.columns WHERE table_schema = 'fake_stripe'
     UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'fake_stripe'::regnamespace AND contype <> 'n'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'fake_stripe'`,
  );
  return rows.map(({ line }) => line).sort();
}

test('creates the tables that the migrations create', async () => {
  const migrated = await schemaOf(database.db);
  expect(migrated.length).toBeGreaterThan(60);
  await database.db.query('DROP SCHEMA fake_stripe CASCADE');
  const books = booksOf(database.db);
  await Promise.all([createBooks(books), createBooks(books)]);
  // PostgreSQL appends columns that a migration adds, so their positions differ.
  const withoutPosition = (lines: string[]) => lines.map((line) => line.replace(/^(\w+) \d+ /, '$1 ')).sort();
  expect(withoutPosition(await schemaOf(database.db))).toEqual(withoutPosition(migrated));
});

/** Says of the two documents for browsers whether they hold their scripts. */
const PAGES = `
import { openBooks, startStripeStandIn } from 'waitlist-preorder-stripe-stand-in';

const books = await openBooks(process.env.DATABASE_URL);
const standIn = await startStripeStandIn({ books });
for (const [path, part] of [['/v3/', 'createConfirmationToken'], ['/fake/elements', 'validation_error']]) {
  const answer = await fetch(standIn.url + path);
  console.log(answer.status, (await answer.text()).includes(part));
}
await standIn.stop();
await books.close();
`;

/** Runs a module in the folder. Resolves with what it said and what it complained of. */
async function runIn(folder: string, code: string): Promise<string[]> {
  await writeFile(join(folder, 'snippet.mjs'), code);
  const env = { ...process.env, DATABASE_URL: database.url };
  const child = spawn(process.execPath, ['snippet.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return [said, complained];
}

test('runs as its README says, over a database without the service', async () => {
  await database.db.query('DROP SCHEMA fake_stripe, public CASCADE');
  await mkdir(join(PROJECT, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(PROJECT, '.cache', 'stand-in-')); // a folder from which the project's node_modules are found
  try {
    const installed = join(folder, 'node_modules/waitlist-preorder-stripe-stand-in');
    await mkdir(join(folder, 'node_modules'));
    await rename(await buildPackage('stripe-stand-in', folder), installed);
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const [, code = ''] = /^```js\n(.*?)^```/ms.exec(readme) ?? [];
    expect(await runIn(folder, code)).toEqual(['succeeded\nStripeRateLimitError\n', '']);
    expect(await runIn(folder, PAGES)).toEqual(['200 true\n200 true\n', '']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('has every act and object that its README lists', async () => {
  const readme = await readFile(join(PROJECT, 'packages/stripe-stand-in/README.md'), 'utf8');
  const books = await openBooks(database.url);
  const standIn = await startStripeStandIn({ books });
  try {
    const rows = [...readme.matchAll(/^\| ([^|]+) \| .*\|$/gm)].map(([, cell = '']) => cell);
    const acts = rows
      .slice(rows.indexOf('act'))
      .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    expect(acts.length).toBeGreaterThan(10);
    for (const act of acts) {
      const refused = await standIn.act(act, {}).catch((error) => error.message);
      expect(refused, act).not.toBe('There is no such act.');
    }
    const { test_secret } = await standIn.act('accounts', {});
    const headers = { authorization: `Bearer ${test_secret}`, 'stripe-version': '2026-10-28.endive' };
    const objects = rows.flatMap((cell) => cell.split(', ')).filter((cell) => /^([A-Z][a-z]+)+s$/.test(cell));
    expect(objects.length).toBeGreaterThan(8);
    for (const object of objects) {
      const path = object.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
      expect([object, (await fetch(`${standIn.url}/v1/${path}`, { headers })).status]).toEqual([object, 200]);
    }
  } finally {
    await standIn.stop();
    await books.close();
  }
});

test('has texts and amounts without the service', async () => {
  const books = await openBooks(database.url);
  const standIn = await startStripeStandIn({ books, scripts: pageScripts });
  try {
    const form = await (await fetch(`${standIn.url}/fake/elements`)).text();
    expect(form).toContain('<html lang="en" dir="ltr">');
    expect(form).toContain('the bank asks again');
    const { test_secret } = await standIn.act('accounts', {});
    const challenged = async (price: string) => {
      const body = `${price}&confirm=true&payment_method=pm_card_authenticationRequired&return_url=https://shop.example`;
      const headers = { authorization: `Bearer ${test_secret}`, 'stripe-version': '2026-10-28.endive' };
      const made = await fetch(`${standIn.url}/v1/payment_intents`, { method: 'POST', body, headers });
      const { next_action } = (await made.json()) as { next_action: { redirect_to_url: { url: string } } };
      return (await fetch(next_action.redirect_to_url.url)).text();
    };
    expect(await challenged('amount=12900&currency=eur')).toContain('€129.00');
    expect(await challenged('amount=12900&currency=jpy')).toContain('¥12,900');
    expect(await challenged('amount=12900&currency=kwd')).toMatch(/KWD\s12\.900/);
    await expect(standIn.act('no_such_act', {})).rejects.toMatchObject({ name: 'StripeRefusal', status: 404 });
  } finally {
    await standIn.stop();
    await books.close();
  }
});
