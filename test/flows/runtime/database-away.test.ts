import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { ALL_DONE_MS, endAllConnections, requestUntil } from '../../support/away.ts';
import { placeFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { freePorts, runService, type ServiceProcess } from '../../support/service-process.ts';
import { type Smtp, startSmtpServer } from '../../support/smtp.ts';

// A busy service and worker lose their database: connections are ended, or the server stops.

let server: OwnPostgres;
let db: Database;
let core: Core;
let offer: Offer;
let smtp: Smtp;
let folder: string;
let serve: ServiceProcess;
let worker: ServiceProcess;
let address: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await ownPostgres();
  db = openDatabase({ url: server.url, poolConnectionsMax: 4 });
  await migrate(db);
  core = createCore(db);
  offer = await createOffer(core, { allocation: 200, limitPerCustomer: 200, holdsPerEmailMax: 200 });
  smtp = await startSmtpServer({ delayMs: 100 });
  folder = await mkdtemp(join(tmpdir(), 'away-'));
  const [port] = await freePorts(1);
  address = `http://127.0.0.1:${port}`;
  env = {
    PORT: `${port}`,
    ADMIN_PORT: '',
    BASE_URL: address,
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    DATABASE_URL: server.url,
    SECRET_KEY: TEST_SECRET_KEY,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'preorders@service.example',
  };
  serve = runService(['serve'], { env });
  worker = runService(['worker'], { env });
  await Promise.all([serve.says('"serving"'), worker.says('"working"')]);
}, 120_000);

afterAll(async () => {
  for (const { child } of [serve, worker]) child.kill('SIGTERM');
  await Promise.all([serve.ended, worker.ended]);
  await core.stop();
  await db.close();
  await smtp.close();
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Places pre-orders, and resolves once the worker is busy with their money and mails. */
async function beginWork(count: number): Promise<string[]> {
  const before = smtp.mails.length;
  const references: string[] = [];
  for (let at = 0; at < count; at += 1) references.push(await placeFrom(core, offer));
  await expect.poll(() => smtp.mails.length, { interval: 10 }).toBeGreaterThan(before);
  return references;
}

/** Checks that every pre-order was mailed and its money captured, and that no job is left. */
async function expectDone(references: readonly string[]): Promise<void> {
  const toldOf = async () => {
    const ids = (await smtp.read()).map(({ messageId = '' }) => messageId);
    return references.filter((reference) => ids.some((id) => id.startsWith(`<${reference.toLowerCase()}.placed`)));
  };
  await expect.poll(toldOf, { timeout: ALL_DONE_MS, interval: 250 }).toEqual([...references]);
  const left = () => db.query('SELECT last_error FROM graphile_worker._private_jobs').catch(() => 'away');
  await expect.poll(left, { timeout: ALL_DONE_MS, interval: 250 }).toEqual([]);
  const open = 'SELECT 1 FROM movement WHERE state <> $1';
  expect(await db.query(open, ['done']), 'due money was not taken').toEqual([]);
  for (const { child, output } of [serve, worker]) expect(child.exitCode, output()).toBeNull();
}

test('finishes all begun jobs after all connections were ended several times', {
  timeout: 300_000,
}, async () => {
  const references = await beginWork(20);
  const statuses = await requestUntil(
    { address, storeKey: offer.storeKey },
    (async () => {
      for (let times = 0; times < 5; times += 1) {
        await endAllConnections(db);
        await sleep(200);
      }
    })(),
  );
  expect(statuses, 'a request answered 500 while the database was away').not.toContain(500);
  await expectDone(references);
});

test.each([500, 8_000])(
  'finishes all begun jobs after the server was away for %i ms',
  { timeout: 300_000 },
  async (ms) => {
    const references = await beginWork(12);
    const statuses = await requestUntil(
      { address, storeKey: offer.storeKey },
      (async () => {
        await server.stop();
        await sleep(ms);
        await server.start();
      })(),
    );
    expect(statuses, 'a request answered 500 while the database was away').not.toContain(500);
    if (ms > 1_000) expect(statuses).toContain(503);
    await expectDone(references);
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  },
);

test('a worker that starts before the database waits for it, and says so once', { timeout: 120_000 }, async () => {
  await server.stop();
  const early = runService(['worker'], { env });
  await early.says('this process waits for it');
  await server.start();
  await early.says('"working"');
  early.child.kill('SIGTERM');
  expect(await early.ended).toBe(0);
  expect(early.output().match(/this process waits for it/g)).toHaveLength(1);
});
