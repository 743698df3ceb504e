import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '../../../src/core/alerts/commands.ts';
import { keepPrivacyAsk } from '../../../src/core/connections/commands/privacy-ask.ts';
import { tellPromise } from '../../../src/core/promises/commands/tell.ts';
import { acceptStaffLink } from '../../../src/core/staff/commands/accept-link.ts';
import { createOwnerLink } from '../../../src/core/staff/commands/links.ts';
import { listWaitlists } from '../../../src/core/waitlists/queries/list.ts';
import type { PrivacyAsk } from '../../../src/integrations/commerce/port.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, createCore } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { blocks, commandsIn, wordsOf } from '../../support/guide-commands.ts';
import { OWNER, tokenOf } from '../../support/portal.ts';

// Runs every command of the guides as written and in its order, so that copied commands work.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guides-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const guide = (name: string) => readFile(new URL(`../../../docs/guides/${name}`, import.meta.url), 'utf8');
const commands = (text: string) => commandsIn(text, ['sh']).filter((line) => line.startsWith('./service '));

/** Starts on the first of December 2026, so that the dates in the guides lie in the future. */
async function startInDecember(): Promise<{
  database: TestDatabase;
  core: Core;
  run: (line: string) => Promise<string>;
}> {
  const database = await createTestDatabase();
  await database.db.query(`INSERT INTO clock_shift (shift) VALUES (timestamptz '2026-12-01' - clock_timestamp())`);
  const cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder });
  const run = async (line: string) => {
    const args = wordsOf(line).map((word) => (/^[a-z-]+\.(csv|json)$/.test(word) ? join(folder, word) : word));
    const { code, out, err } = await cli.run(...args);
    expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
    return out;
  };
  return { database, core: createCore(database.db), run };
}

async function buyAtFjord(database: TestDatabase, core: Core): Promise<string> {
  const [store] = await database.db.query<{ id: string; key: string }>('SELECT id, public_key AS key FROM store');
  if (!store) throw new Error('no store: the guide has to create one first');
  const [waitlist] = await listWaitlists(database.db, store.id, { open: true });
  const [variant] = waitlist?.variants ?? [];
  if (!waitlist || !variant) throw new Error('no open waitlist: the guide has to open one first');
  const offer = {
    storeId: store.id,
    storeKey: store.key,
    productId: waitlist.product.id,
    waitlistId: waitlist.id,
    variantId: variant.variantId,
    variantExternalId: variant.externalId,
  };
  return buyFrom(core, offer, { quantity: 2, email: 'ada@example.com' });
}

async function alertFjord({ db }: TestDatabase): Promise<void> {
  const [store] = await db.query<{ id: string }>('SELECT id FROM store');
  const values = { amount: '133.90', currency: 'EUR', reference: 'PO-7K2M-9QXT-4' };
  const alert = { text: 'refund_came_back', subjectId: randomUUID(), values } as const;
  await db.transaction((tx) => raiseAlert(tx, store?.id ?? '', alert));
}

/** Somebody withdraws from a contract that is not found. Resolves with the id of the declaration. */
async function withdrawAtFjord(core: Core): Promise<string> {
  const [store] = await core.db.query<{ id: string }>('SELECT id FROM store');
  const declaration = { name: 'Ada', email: 'ada@mail.example', reference: '', postalCode: '', items: '' };
  const declared = { storeId: store?.id ?? '', id: randomUUID(), locale: 'en', declaration };
  return (await declareAndFollow(core, declared)).id;
}

/** The first line item is with the shopper again, so that it can come back. */
async function sendAgainAtFjord({ db }: Core, reference: string): Promise<void> {
  await db.query(
    `UPDATE preorder_line l SET state = 'fulfilled', returned_at = NULL FROM preorder o
     WHERE o.reference = $1 AND l.store_id = o.store_id AND l.preorder_id = o.id AND l.position = 0`,
    [reference],
  );
}

/** A commerce platform passes on that somebody asks for their data. */
async function askFjordForData({ db }: TestDatabase): Promise<void> {
  const [store] = await db.query<{ id: string }>('SELECT id FROM store');
  const ask: PrivacyAsk = { what: 'export', email: 'ada@example.com', orderRefs: [] };
  await db.transaction((tx) => keepPrivacyAsk(tx, { storeId: store?.id ?? '', platform: 'shopify' }, ask));
}

/** Makes two owners of the installation, in the way of the portal. */
async function staffFjord(core: Core): Promise<void> {
  for (const email of ['eve@example.com', 'ada@example.com']) {
    const { url } = await createOwnerLink(core, email);
    const given = { token: tokenOf(url), name: 'Ada', password: OWNER.password, language: 'en' };
    await acceptStaffLink(core, given, { browser: 'Firefox', replaces: null });
  }
}

test('runs the guide to the command line', async () => {
  const { database, core, run } = await startInDecember();
  const [csv = ''] = blocks(await guide('first-waitlist.md'), 'csv');
  await writeFile(join(folder, 'products.csv'), csv);
  const named = {
    WAITLIST: '',
    'PO-7K2M-9QXT-X': '',
    'black-leather-bag': 'a',
    '4711': '',
    ENDPOINT: '',
    MAIL: '',
    ALERT: '',
    'TOKEN-ID': '',
    REQUEST: '',
    CUSTOMER: '',
    'ANOTHER-WITHDRAWAL': '',
    'A-THIRD-WITHDRAWAL': '',
    WITHDRAWAL: '',
  };
  // `test/flows/backups` and `doctor.test.ts` run those: they write to the folders of an operator, replace a database, or look at a server.
  const isOfOperators = (line: string) => /service (backup|backup-key|restore|doctor)\b/.test(line);
  const lines = commands(await guide('cli.md')).filter((line) => !isOfOperators(line));
  expect(lines.length).toBeGreaterThan(25);
  for (const line of lines) {
    if (/ alerts list --store fjord$/.test(line)) await alertFjord(database);
    if (/ staff list /.test(line)) await staffFjord(core);
    if (/ people requests /.test(line)) await askFjordForData(database);
    if (/ withdrawals list /.test(line)) {
      named['ANOTHER-WITHDRAWAL'] = await withdrawAtFjord(core);
      named['A-THIRD-WITHDRAWAL'] = await withdrawAtFjord(core);
      named.WITHDRAWAL = await withdrawAtFjord(core);
    }
    // The links of its mails have expired.
    if (/ secrets retire$/.test(line)) await database.db.query('UPDATE link SET expires_at = app_now()');
    if (/ withdrawals open-return /.test(line)) await sendAgainAtFjord(core, named['PO-7K2M-9QXT-X']);
    const out = await run(Object.entries(named).reduce((text, [name, value]) => text.replaceAll(name, value), line));
    named.WAITLIST = / waitlists create /.test(line) ? (/waitlists open (\S+)/.exec(out)?.[1] ?? '') : named.WAITLIST;
    if (/ webhooks create /.test(line)) named.ENDPOINT = /^[0-9a-f-]{36}$/m.exec(out)?.[0] ?? '';
    if (/ tokens create /.test(line)) named['TOKEN-ID'] = /[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
    if (/ jobs list --store fjord$/.test(line)) named['4711'] = /^ +(\d+) /m.exec(out)?.[1] ?? '';
    if (/ waitlists open /.test(line)) named['PO-7K2M-9QXT-X'] = await buyAtFjord(database, core);
    if (/ alerts list --store fjord$/.test(line)) named.ALERT = /[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
    if (/ tokens create /.test(line)) named['TOKEN-ID'] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(out)?.[0] ?? '';
    if (/ people requests /.test(line)) named.REQUEST = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(out)?.[0] ?? '';
    if (/ customers list --store fjord$/.test(line)) named.CUSTOMER = /(\S+)\s*$/.exec(out)?.[1] ?? '';
    if (/ mails list --store fjord$/.test(line)) named.MAIL = /[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
  }
  expect(await readFile(join(folder, 'preorders.csv'), 'utf8')).toContain(named['PO-7K2M-9QXT-X']);
  await core.stop();
  await database.drop();
});

test('runs the guide to a first waitlist', async () => {
  const { database, core, run } = await startInDecember();
  const text = await guide('first-waitlist.md');
  await writeFile(join(folder, 'products.csv'), blocks(text, 'csv')[0] ?? '');
  const named = { REFERENCE: '', WAITLIST: '' };
  let page = '';
  for (const line of commands(text)) {
    const out = await run(Object.entries(named).reduce((all, [name, value]) => all.replace(name, value), line));
    if (/ waitlists page /.test(line)) page = out;
    const open = /\.\/service waitlists open (\S+).*/.exec(out);
    if (!open) continue;
    named.WAITLIST = open[1] ?? '';
    expect(await run(open[0])).not.toContain('Warning');
    named.REFERENCE = await buyAtFjord(database, core);
  }
  expect(named.REFERENCE).toMatch(/^PO-/);
  // The guide shows the page that the command printed, but for the key, which each store has of its own.
  expect(page.replace(/apiKey: '[0-9a-f-]{36}'/, "apiKey: 'PUBLIC KEY'")).toBe(blocks(text, 'html')[0]);
  await core.stop();
  await database.drop();
});

test('runs the guide to payment plans, tax and codes', async () => {
  const { database, core, run } = await startInDecember();
  const first = await guide('first-waitlist.md');
  await writeFile(join(folder, 'products.csv'), blocks(first, 'csv')[0] ?? '');
  for (const line of commands(first).filter((one) => / (stores create|catalog import) /.test(one))) await run(line);
  const lines = commands(await guide('payment-plans.md'));
  expect(lines.length).toBeGreaterThan(5);
  let waitlist = '';
  for (const line of lines) {
    const out = await run(line.replace('WAITLIST', waitlist));
    waitlist = /waitlists open (\S+)/.exec(out)?.[1] ?? waitlist;
  }
  expect(await run(`./service waitlists show ${waitlist}`)).toMatch(/Pays +at release/);
  await core.stop();
  await database.drop();
});

test('runs the guide to rehearsals', async () => {
  const { database, core, run } = await startInDecember();
  const first = await guide('first-waitlist.md');
  await writeFile(join(folder, 'products.csv'), blocks(first, 'csv')[0] ?? '');
  for (const line of commands(first).filter((one) => / (stores create|catalog import) /.test(one))) await run(line);
  let out = await run(`./service waitlists list --store fjord`);
  const create = commands(first).find((one) => / waitlists create /.test(one)) ?? '';
  const waitlist = /waitlists open (\S+)/.exec(await run(create))?.[1] ?? '';
  for (const line of commands(await guide('rehearsal.md'))) {
    out = await run(line.replace('WAITLIST', waitlist));
    if (/ rehearsals run /.test(line)) expect(out).toMatch(/60 shoppers, \d+ pre-orders/);
  }
  expect(out).toContain('Moved by');
  await core.stop();
  await database.drop();
});

test('runs the guide to deliveries and releases', async () => {
  const { database, core, run } = await startInDecember();
  const first = await guide('first-waitlist.md');
  await writeFile(join(folder, 'products.csv'), blocks(first, 'csv')[0] ?? '');
  for (const line of commands(first).filter((one) => / (stores create|catalog import) /.test(one))) await run(line);
  const releases = await guide('releases.md');
  await writeFile(join(folder, 'purchase-orders.csv'), blocks(releases, 'csv')[0] ?? '');
  const named = { WAITLIST: '', BATCH: '', RELEASE: '' };
  for (const line of commands(releases)) {
    const detached = / releases run /.test(line) ? ' --detach' : ''; // no worker moves money here
    const out = await run(
      Object.entries(named).reduce((text, [name, value]) => text.replace(name, value), line) + detached,
    );
    named.WAITLIST = / waitlists create /.test(line) ? (/waitlists open (\S+)/.exec(out)?.[1] ?? '') : named.WAITLIST;
    if (/ batches list /.test(line)) named.BATCH = /^ +1 +(\S+)/m.exec(out)?.[1] ?? '';
    if (/ releases run /.test(line)) named.RELEASE = /Release +([0-9a-f-]{36})/.exec(out)?.[1] ?? named.RELEASE;
    if (/ waitlists open /.test(line)) await buyAtFjord(database, core);
  }
  expect(await run(`./service releases show ${named.RELEASE}`)).toContain('release stopped');
  await core.stop();
  await database.drop();
});

test('runs the guide to dates that move', async () => {
  const { database, core, run } = await startInDecember();
  const first = await guide('first-waitlist.md');
  await writeFile(join(folder, 'products.csv'), blocks(first, 'csv')[0] ?? '');
  const named = { WAITLIST: '', BATCH: '', PROMISE: '', 'PO-7K2M-9QXT-X': '' };
  for (const line of commands(first).filter((one) => / (stores create|catalog import|waitlists create) /.test(one))) {
    named.WAITLIST = /waitlists open (\S+)/.exec(await run(line))?.[1] ?? '';
  }
  await run(`./service waitlists open ${named.WAITLIST}`);
  named['PO-7K2M-9QXT-X'] = await buyAtFjord(database, core);
  for (const line of commands(await guide('promises.md'))) {
    if (/ alerts list --store fjord$/.test(line)) await alertFjord(database);
    const out = await run(Object.entries(named).reduce((text, [name, value]) => text.replace(name, value), line));
    if (/ batches list /.test(line)) named.BATCH = /^ +1 +(\S+)/m.exec(out)?.[1] ?? '';
    named.PROMISE = /promises show (\S+)/.exec(out)?.[1] ?? named.PROMISE;
    if (/ promises list /.test(line)) await tellMovedDates(core);
  }
  expect(await run(`./service promises show ${named.PROMISE}`)).toMatch(/ cancel \(merchant\)/);
  expect(await readFile(join(folder, 'promises.csv'), 'utf8')).toContain(named['PO-7K2M-9QXT-X']);
  await core.stop();
  await database.drop();
});

/** Tells all promises to those who wait, as the worker does. */
async function tellMovedDates(core: Core): Promise<void> {
  const promises = await core.db.query<{ storeId: string; promiseId: string }>(
    'SELECT store_id AS "storeId", id AS "promiseId" FROM promise ORDER BY version',
  );
  for (const promise of promises) await tellPromise(core, promise);
}
