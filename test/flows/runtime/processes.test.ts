import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/db.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createTestStore } from '../../support/merchant.ts';
import { DAEMON, daemonMayRead, READY, STARTERS, useFolder } from '../../support/runtime.ts';
import { freePorts, processesOf, runService } from '../../support/service-process.ts';

// Each process loads all of its modules, and many start one after the other.
const timeout = 120_000;

describe.each(STARTERS)('npm start as $who', { timeout }, ({ uid, possible }) => {
  const { here, start } = useFolder(uid);

  test.runIf(possible)(
    'loses nothing when the service or its starter is killed, and starts again without help',
    async () => {
      const first = await start();
      await inDatabase(here.dataDir, "UPDATE store SET name = 'Kept' WHERE slug = 'demo'");
      const service = (await processesOf(here.dataDir)).find(({ command }) => command.includes('src/main/start.ts'));
      process.kill(service?.pid ?? 0, 'SIGKILL');
      await first.ended;

      const [port] = await freePorts(1);
      const second = await start({ STRIPE_PORT: `${port}` });
      expect(await inDatabase(here.dataDir, "SELECT name FROM store WHERE slug = 'demo'")).toEqual([{ name: 'Kept' }]);
      expect(await inDatabase(here.dataDir, 'SELECT address FROM payment_account')).toEqual([
        { address: `http://127.0.0.1:${port}` },
      ]);
      second.child.kill('SIGKILL');
      await second.ended;

      // The service of the killed starter may still be ending. The next start waits for it.
      await start();
      expect(await inDatabase(here.dataDir, "SELECT name FROM store WHERE slug = 'demo'")).toEqual([{ name: 'Kept' }]);
      const services = (await processesOf(here.dataDir)).filter(({ command }) => command.includes('src/main/start.ts'));
      expect(services).toHaveLength(1);
    },
  );
});

describe('npm start', { timeout }, () => {
  const { here, run, start } = useFolder();

  test.each(['SIGTERM', 'SIGKILL'] as const)('%s to npm ends every process that it started', async (signal) => {
    const npm = runService(['start'], { env: here.env, throughNpm: true });
    await npm.says(READY);
    npm.child.kill(signal);
    await expect.poll(() => processesOf(here.dataDir), { timeout: 10_000 }).toEqual([]);
  });

  test('refuses a folder in use with one sentence, and lets commands join it', async () => {
    await start();
    const second = run(['start']);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^The data folder .* is in use by another start of this service.*\n$/);
    const command = run(['service', 'stores', 'list', '--json']);
    expect(await command.ended).toBe(0);
    expect(JSON.parse(command.output())).toMatchObject({ meta: { result: 'success' } });
    // Another shell does not know the ports, so the service says where it answers.
    const elsewhere = run(['service', 'payments', 'show', '--store', 'demo', '--json'], { PORT: '' });
    expect(await elsewhere.ended).toBe(0);
    const { webhook_address: address } = JSON.parse(elsewhere.output()).data;
    expect(address).toContain(`http://127.0.0.1:${here.env.PORT}/webhooks/`);
  });

  test('makes a command wait until the service has started, and lets it join', async () => {
    const service = run(['start']);
    await service.says('Making the database');
    const command = run(['service', 'stores', 'list', '--json']);
    expect([await command.ended, JSON.parse(command.output()).meta]).toEqual([0, { result: 'success' }]);
    await service.says(READY);
  });

  test.each(['PORT', 'STRIPE_PORT'])(
    'refuses to start with one sentence when %s is taken, and leaves no process behind',
    async (name) => {
      const other = createServer().listen(Number(here.env[name]), '127.0.0.1');
      const service = run(['start']);
      expect(await service.ended).toBe(1);
      const lines = service.output().trim().split('\n');
      expect(lines.at(-1)).toBe(
        `Port ${here.env[name]} on 127.0.0.1 is taken by another program. Stop that, or set ${name} to another port.`,
      );
      expect(service.output()).not.toContain(' at '); // contains no stack trace
      expect(await processesOf(here.dataDir)).toEqual([]);
      other.close();
    },
  );

  test('uses the database of DATABASE_URL, and commands find it through the folder', async () => {
    const { db, url, drop } = await createTestDatabase();
    await start({ DATABASE_URL: url });
    expect(existsSync(join(here.dataDir, 'pg18'))).toBe(false);
    expect(await db.query("SELECT mode FROM store WHERE slug = 'demo'")).toEqual([{ mode: 'test' }]);
    const command = run(['service', 'stores', 'list']);
    expect(await command.ended).toBe(0);
    expect(command.output()).toContain('demo');
    for (const { child, ended } of here.running) {
      child.kill();
      await ended;
    }
    await drop();
  });

  test('continues when the reader of its output is gone, and says so once', async () => {
    const { url, drop } = await createTestDatabase();
    const service = run(['start'], { DATABASE_URL: url });
    service.child.stdout?.destroy();
    await service.says('Ctrl-C ends it.');
    expect((await fetch(`http://127.0.0.1:${here.env.PORT}/health/ready`)).status).toBe(200);
    service.child.kill();
    expect(await service.ended).toBe(0);
    expect(service.output()).toBe('The output is closed; the service goes on without it. Ctrl-C ends it.\n');
    await drop();
  });

  test('says what to set when DATABASE_URL is unreachable, without repeating the password', async () => {
    const service = run(['start'], { DATABASE_URL: `postgres://shop:hushhush@127.0.0.1:${here.env.PORT}/shop` });
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(/^The database cannot be reached: .*\(ECONNREFUSED\)\. Is DATABASE_URL right/);
    expect(service.output()).not.toContain('hushhush');
  });
});

describe('a data folder of another user', { timeout }, () => {
  test.runIf(daemonMayRead)('is refused with one sentence in both directions', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'runtime-'));
    const ofRoot = join(folder, 'of-root');
    const ofDaemon = join(folder, 'of-daemon');
    await chmod(folder, 0o777);
    for (const [dataDir, owner] of [
      [ofRoot, undefined],
      [ofDaemon, DAEMON],
    ] as const) {
      const owning = owner === undefined ? {} : { uid: owner };
      const maker = runService(['service', 'stores', 'list'], { env: { DATA_DIR: dataDir }, ...owning });
      expect(await maker.ended).toBe(0);
      const stranger = owner === undefined ? { uid: DAEMON } : {};
      const refused = runService(['start'], { env: { DATA_DIR: dataDir, DEMO_PORT: '' }, ...stranger });
      expect(await refused.ended).toBe(1);
      expect(refused.output()).toMatch(/^The data folder .* belongs to another user .*\n$/);
    }
    await rm(folder, { recursive: true });
  });
});

describe('npm run serve, worker and migrate', { timeout }, () => {
  test('serve and worker name the variables that they need', async () => {
    for (const command of ['serve', 'worker']) {
      const service = runService([command], { env: {} });
      expect(await service.ended).toBe(1);
      expect(service.output()).toBe(
        `${command} needs BASE_URL, DATABASE_URL and SECRET_KEY, which the environment does not have.\n`,
      );
    }
  });

  test('serve requires a migrated database and its key, and has no demo', async () => {
    const { db, url, drop } = await createTestDatabase();
    const [port, adminPort] = await freePorts(2);
    const dataDir = await mkdtemp(join(tmpdir(), 'runtime-'));
    const env = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a key that is only used in this test',
      BASE_URL: 'https://preorders.example',
      PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
      LOG_LEVEL: 'info',
    };
    await db.query("INSERT INTO schema_migration (name) VALUES ('0000_gone.sql')");
    const newer = runService(['serve'], { env });
    expect(await newer.ended).toBe(1);
    expect(newer.output()).toContain('newer than this code');
    const applied = await db.query<{ name: string }>('DELETE FROM schema_migration RETURNING name');
    const unmigrated = runService(['serve'], { env });
    expect(await unmigrated.ended).toBe(1);
    expect(unmigrated.output()).toContain('Run “./service migrate” first.');
    const names = applied.map(({ name }) => name).filter((name) => name !== '0000_gone.sql');
    await db.query('INSERT INTO schema_migration (name) SELECT unnest($1::text[])', [names]);

    const migrate = runService(['migrate'], { env });
    expect([await migrate.ended, migrate.output()]).toEqual([0, 'The database is up to date.\n']);

    const serve = runService(['serve'], { env });
    await serve.says('"msg":"serving"');
    const worker = runService(['worker'], { env: { ...env, ADMIN_PORT: '' } });
    await worker.says('"msg":"working"');
    await worker.says('SMTP_URL is not set');
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    expect(await db.query('SELECT * FROM store')).toEqual([]);
    for (const { child, ended } of [serve, worker]) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    expect(await processesOf(dataDir)).toEqual([]);

    await createTestStore(db);
    const stranger = runService(['serve'], { env });
    expect(await stranger.ended).toBe(1);
    expect(stranger.output()).toContain('another SECRET_KEY');
    await drop();
    await rm(dataDir, { recursive: true });
  });

  test('readiness ends with the database, but not liveness', async () => {
    const { url, drop } = await createTestDatabase();
    const [port] = await freePorts(1);
    const dataDir = await mkdtemp(join(tmpdir(), 'runtime-'));
    const env = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a key that is only used in this test',
      BASE_URL: 'https://preorders.example',
      PORT: `${port}`,
      ADMIN_PORT: '',
      LOG_LEVEL: 'info',
    };
    const serve = runService(['serve'], { env });
    await serve.says('"msg":"serving"');
    await drop();
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { error: { code: 'unavailable' } }]);
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
    serve.child.kill('SIGTERM');
    expect(await serve.ended).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});

test('the bootstrap lists the commands when it does not know one', async () => {
  const misspelt = runService(['strat'], { env: {} });
  expect(await misspelt.ended).toBe(2);
  expect(misspelt.output()).toMatch(/^There is no command "strat"\. There are: start, dev, serve, /);
});

async function inDatabase(dataDir: string, sql: string): Promise<unknown[]> {
  const { databaseUrl } = JSON.parse(await readFile(join(dataDir, 'runtime.json'), 'utf8'));
  const db = openDatabase({ url: databaseUrl, poolConnectionsMax: 1 });
  return db.query(sql).finally(() => db.close());
}
