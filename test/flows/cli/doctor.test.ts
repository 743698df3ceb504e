import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBackup } from '../../../src/core/backups/commands.ts';
import { addJobs } from '../../../src/core/jobs/queue.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';
import { type Smtp, startSmtpServer } from '../../support/smtp.ts';
import { connectAtStandIn, openStripe } from '../../support/stripe.ts';
import { createStoreWithWaitlist, type System, startSystem } from '../../support/system.ts';
import { startTlsSite } from '../../support/tls-site.ts';

type Finding = { check: string; standing: string; says: string; todo?: string };

let system: System;
let smtp: Smtp;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  smtp = await startSmtpServer();
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  system = await startSystem({ smtpUrl: smtp.url });
  await createStoreWithWaitlist(system, { store: { slug: 'sells' } });
  await recordBackup(system.deps, { madeAt: new Date(), bytes: 1, encrypted: true, verified: true });
  env = {
    DATABASE_URL: system.db.url,
    SECRET_KEY: TEST_SECRET_KEY,
    BASE_URL: system.baseUrl,
    DATA_DIR: folder,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'orders@store.example',
  };
});
afterAll(async () => {
  await system.stop();
  await smtp.close();
});

/** Runs it, and returns what it found by what was looked at. */
async function examine(changes: Record<string, string> = {}) {
  const { code, data } = await commandLine({ ...env, ...changes }).json('doctor');
  const findings: Finding[] = data.findings;
  return { code, found: Object.fromEntries(findings.map((one) => [one.check, one])) };
}

test('all is well with a service that runs, and nothing secret is shown', async () => {
  await expect.poll(async () => (await examine()).found.prune?.standing, { timeout: 10_000 }).toBe('ok');
  const { code, found } = await examine();
  const standings = Object.entries(found).map(([check, { standing }]) => `${check}: ${standing}`);
  expect(standings.filter((one) => !one.endsWith(': ok'))).toEqual(['public address: warning']); // there is no TLS
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining(['Node', 'settings', 'disk', 'database', 'pooler', 'clocks', 'migrations', 'secret key']),
  );
  expect(found['payments of sells']?.says).toContain('test provider');
  expect(code).toBe(0);
  const { out } = await commandLine(env).run('doctor');
  expect(out).toMatch(/\n\d+ ok, 1 warning, 0 failed\.\n$/);
  for (const secret of [TEST_SECRET_KEY, new URL(system.db.url).password])
    if (secret) expect(out).not.toContain(secret);
});

test('a setting that is wrong or missing has its sentence, and what can be looked at is looked at', async () => {
  const { code, found } = await examine({ SECRET_KEY: '' });
  expect(found.settings).toMatchObject({ standing: 'failed', says: expect.stringContaining('SECRET_KEY') });
  expect(found['public address']?.standing).toBe('warning');
  expect(code).toBe(1);
  const unreadable = await examine({ MAIL_CONNECTIONS: 'many', SMTP_URL: 'mailto:hushhush' });
  expect(unreadable.found.settings?.says).toMatch(
    /SMTP_URL must be .*MAIL_CONNECTIONS must be|MAIL_CONNECTIONS must be .*SMTP_URL must be/,
  );
  expect(unreadable.found['everything else']).toMatchObject({ standing: 'unknown' });
  expect(JSON.stringify(unreadable.found)).not.toContain('hushhush');
});

test('a database that is away, is not migrated, or was sealed with another key', async () => {
  const [port] = await freePorts(1);
  const away = await examine({ DATABASE_URL: `postgres://role:hushhush@127.0.0.1:${port}/none` });
  expect(away.found.database).toMatchObject({ standing: 'failed', says: expect.stringContaining('ECONNREFUSED') });
  expect(JSON.stringify(away.found)).not.toContain('hushhush');
  const other = await examine({ SECRET_KEY: randomUUID() + randomUUID() });
  expect(other.found['secret key']).toMatchObject({ standing: 'failed', says: expect.stringContaining('SECRET_KEY') });
  const database = await createTestDatabase();
  await database.db.query('DELETE FROM schema_migration WHERE name = (SELECT max(name) FROM schema_migration)');
  const old = await examine({ DATABASE_URL: database.url });
  expect(old.found.migrations).toMatchObject({ standing: 'failed', says: expect.stringContaining('migrate') });
  expect(old.code).toBe(1);
  const elsewhere = await examine({ DATABASE_DIRECT_URL: database.url });
  expect(elsewhere.found.pooler).toMatchObject({
    standing: 'failed',
    says: expect.stringContaining('different databases'),
  });
  const sameByAnotherName = await examine({ DATABASE_DIRECT_URL: `${system.db.url}?connect_timeout=5` });
  expect(sameByAnotherName.found.pooler).toMatchObject({
    standing: 'ok',
    says: expect.stringContaining('same database'),
  });
  await database.drop();
});

test('a check that gets no connection says so, and what to do', async () => {
  await system.db.query("CREATE ROLE doctor_with_one LOGIN PASSWORD 'one' CONNECTION LIMIT 1 IN ROLE pg_read_all_data");
  const url = Object.assign(new URL(system.db.url), { username: 'doctor_with_one', password: 'one' });
  const { found, code } = await examine({ DATABASE_URL: url.href });
  await system.db.query('DROP ROLE doctor_with_one');
  expect(found.locks).toEqual({
    check: 'locks',
    standing: 'failed',
    says:
      'It could not be looked at. Of the database: it takes no more connections: ' +
      'what max_connections, or a limit of the role or the database, allows is open (53300).',
    todo: 'Set DATABASE_CONNECTIONS lower, run fewer processes, or raise max_connections (max_client_conn of a pooler); then look again.',
  });
  expect(found['everything else']).toMatchObject({ standing: 'unknown', todo: expect.stringMatching(/^Do first/) });
  expect(code).toBe(1);
});

test('a data folder that cannot be used is one of the findings', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const { found } = await examine({ DATA_DIR: join(file, 'data') });
  expect(found['data folder']).toMatchObject({
    standing: 'failed',
    says: `The data folder ${join(file, 'data')} cannot be made. Set DATA_DIR to a folder you may write to.`,
  });
  expect(found['secret key']?.standing).toBe('ok');
});

test('a mail server that is not there, and an address behind which nothing runs', async () => {
  const [port] = await freePorts(1);
  const { found } = await examine({
    SMTP_URL: `smtp://orders:hushhush@127.0.0.1:${port}`,
    BASE_URL: `http://127.0.0.1:${port}`,
  });
  expect(found['mail server']).toMatchObject({
    standing: 'failed',
    says: 'It cannot be reached: nothing listens at its host and port (ECONNREFUSED).',
  });
  expect(found['public address']).toMatchObject({
    standing: 'failed',
    says: expect.stringContaining('does not answer'),
  });
  expect(JSON.stringify(found)).not.toContain('hushhush');
});

test('why a mail server cannot be reached', async () => {
  const site = await startTlsSite({ days: 30 });
  const saidAt = async (SMTP_URL: string) => (await examine({ SMTP_URL })).found['mail server']?.says;
  expect(await saidAt(`smtps://orders:hushhush@127.0.0.1:${new URL(site.url).port}`)).toMatch(
    /^It cannot be reached: its certificate .* \([A-Z_]+\)\.$/,
  );
  expect(await saidAt(smtp.url.replace('smtp:', 'smtps:'))).toBe(
    'It cannot be reached: it does not speak TLS there (ERR_SSL_WRONG_VERSION_NUMBER).',
  );
  expect(await saidAt('smtp://orders:hushhush@mail.invalid')).toMatch(
    /^It cannot be reached: (no machine has the name of its host|the name of its host could not be looked up) \(E/,
  );
  await site.close();
});

test('a standby and a server for rehearsals that cannot be used', async () => {
  const [port] = await freePorts(1);
  await system.db.query("CREATE ROLE doctor_plain LOGIN PASSWORD 'plain'");
  const at = (changes: Partial<URL>) => Object.assign(new URL(system.db.url), changes).href;
  const plain = { username: 'doctor_plain', password: 'plain' };
  const { found } = await examine({
    DATABASE_READ_URL: at({ username: 'doctor_missing', password: 'hushhush' }),
    REHEARSAL_DATABASE_URL: at(plain),
  }).finally(() => system.db.query('DROP ROLE doctor_plain'));
  expect(found.standby).toMatchObject({
    standing: 'warning',
    says: expect.stringMatching(/the standby does not answer: .*(role|password) .*\(28[P0]0[01]\)\.$/),
    todo: expect.stringMatching(/DATABASE_READ_URL: .*role/),
  });
  expect(found.rehearsals).toMatchObject({
    standing: 'failed',
    says: 'The role of REHEARSAL_DATABASE_URL may not create databases.',
    todo: expect.stringContaining('CREATEDB'),
  });
  const away = await examine({ REHEARSAL_DATABASE_URL: at({ hostname: '127.0.0.1', port: String(port) }) });
  expect(away.found.rehearsals).toMatchObject({
    standing: 'failed',
    says: 'The server of REHEARSAL_DATABASE_URL cannot be reached: nothing listens at its host and port (ECONNREFUSED).',
  });
  expect((await examine({ REHEARSAL_DATABASE_URL: system.db.url })).found.rehearsals).toMatchObject({ standing: 'ok' });
  expect(JSON.stringify([found, away.found])).not.toContain('hushhush');
});

test.each([
  [90, 'ok', 'It is valid for another 90 days.'],
  [10, 'warning', 'It is valid for another 10 days.'],
  [1, 'failed', 'It is valid for another 24 h.'],
  [-3, 'failed', 'It has expired.'],
])('a certificate that ends in %i days: %s', async (days, standing, says) => {
  const site = await startTlsSite({ days });
  const { found } = await examine({ BASE_URL: site.url });
  expect(found.certificate).toMatchObject({ standing, says });
  await site.close();
});

test('a certificate that nobody shows', async () => {
  const [port] = await freePorts(1);
  const { found } = await examine({ BASE_URL: `https://127.0.0.1:${port}` });
  expect(found.certificate).toMatchObject({
    standing: 'failed',
    says: 'It cannot be read: nothing listens at its host and port (ECONNREFUSED).',
    todo: expect.stringContaining('public address'),
  });
});

test('an account whose key works, and one whose key is refused', async () => {
  const { deps, db } = system;
  const storeId = await createTestStore(db, { slug: 'paid' });
  const { keys, stop } = await openStripe(db);
  const webhookSecret = `whsec_${'s'.repeat(32)}`;
  await connectAtStandIn(deps, storeId, { ...keys, address: keys.address ?? null, webhookSecret });
  const near = { STRIPE_STAND_IN: keys.address ?? '' };
  expect((await examine(near)).found['payments of paid']).toMatchObject({
    standing: 'warning',
    says: expect.stringContaining('The key works. No signed message'),
  });
  const sealed = deps.secrets.seal(JSON.stringify({ secretKey: `sk_test_${'x'.repeat(30)}`, webhookSecret }));
  expect((await examine()).found['payments of paid']).toMatchObject({
    standing: 'failed',
    says: expect.stringContaining('which is not called'),
  });
  await db.query('UPDATE payment_account SET sealed = $1', [sealed]);
  const { code, found } = await examine(near);
  expect(found['payments of paid']).toMatchObject({
    standing: 'failed',
    says: 'The provider refuses the secret key (key_refused).',
  });
  expect([code, JSON.stringify(found).includes('whsec_'), JSON.stringify(found).includes('xxxx')]).toEqual([
    1,
    false,
    false,
  ]);
  await stop();
});

test('work that is not done: a job that gave up, an old backup, no worker', async () => {
  const { db } = system;
  const idle = await createTestDatabase();
  await idle.db.query(
    "INSERT INTO worker_life (alive_at, pruned_at) VALUES (app_now() - interval '1 hour', app_now() - interval '1 day')",
  );
  const [store] = await db.query<{ id: string }>('SELECT id FROM store');
  await addJobs(idle.db, [{ topic: 'money.due', storeId: store?.id ?? '', subjectId: randomUUID(), detail: null }]);
  await idle.db.query('UPDATE graphile_worker._private_jobs SET attempts = max_attempts');
  await recordBackup(idle, {
    madeAt: new Date(Date.now() - 3 * 86_400_000),
    bytes: 1,
    encrypted: false,
    verified: true,
  });
  const { code, found } = await examine({ DATABASE_URL: idle.url });
  expect([code, found.worker, found.jobs, found.backup, found.prune]).toMatchObject([
    1,
    { standing: 'failed', says: 'None has run for 1 h.', todo: expect.stringContaining('Start a worker') },
    { standing: 'failed', says: '1 gave up.', todo: expect.stringContaining('jobs retry') },
    { standing: 'failed', says: 'The last good one is 3 days old.' },
    { standing: 'failed' },
  ]);
  await idle.drop();
});
