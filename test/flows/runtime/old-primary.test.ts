import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { listen } from '../../../src/platform/listen.ts';
import { whyUnreachable } from '../../../src/platform/why-unreachable.ts';
import { requireSelling } from '../../../src/surfaces/operator/health.ts';
import { type Standby, standbyOf } from '../../campaigns/replicated-postgres.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { type OwnPostgres, ownPostgres } from '../../support/own-postgres.ts';
import { runService } from '../../support/service-process.ts';

// A standby takes over behind an address that moves, and the old primary comes back there.

let primary: OwnPostgres;
let standby: Standby;
const sockets = new Set<Socket>();
let port: number;
// The address that moves.
const proxy = createServer((near) => {
  const far = dial(port, '127.0.0.1');
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(from);
    from.on('error', () => to.destroy()).pipe(to);
  }
});
let db: Database;
const refused: unknown[] = [];

beforeAll(async () => {
  primary = await ownPostgres();
  standby = await standbyOf(primary);
  port = Number(new URL(primary.url).port);
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(primary.url);
  url.port = String((proxy.address() as AddressInfo).port);
  db = openDatabase({ url: url.href, poolConnectionsMax: 3, onRefused: (error) => refused.push(error) });
}, 120_000);
afterAll(async () => {
  await db.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await standby.stop();
  await primary.remove();
});

/** Runs a process with a folder of its own, led to where the address leads now. */
function start(args: readonly string[], dataDir: string) {
  const url = new URL(primary.url);
  url.port = String((proxy.address() as AddressInfo).port);
  return runService(args, { env: { DATABASE_URL: url.href, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: dataDir } });
}

const where = async () => (await db.query<{ port: number }>('SELECT inet_server_port() AS port'))[0]?.port;

test('a process that has seen the new primary uses the old one no more, and is not ready while it is led there', async () => {
  const old = port;
  let opens = 0;
  const listener = await listen(db, {
    channel: 'test',
    onNotification() {},
    onOpen() {
      opens += 1;
    },
    onLost() {},
  });
  expect(await where()).toBe(old);
  await standby.ask('SELECT pg_promote()');
  port = standby.port;
  const waiting = await db.connect(); // a connection that leads there, beside those to the old primary
  await waiting.end();
  expect(await where(), 'a connection to the old primary was left').toBe(standby.port);
  await expect.poll(() => opens).toBe(2);

  port = old;
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => db.query('SELECT 1').catch(({ code }) => code)).toBe('EARLIER_TIMELINE');
  await expect(db.connect()).rejects.toMatchObject({ code: 'EARLIER_TIMELINE' });
  await expect(requireSelling({ db, sales: { isOpen: () => true } })).rejects.toThrow('The database does not answer.');
  expect(db.refusals()).toEqual({ full: 0, busy: 0, old_primary: refused.length, other_system: 0 });
  expect(refused.length).toBeGreaterThan(1);

  port = standby.port;
  expect(await where()).toBe(standby.port);
  await requireSelling({ db, sales: { isOpen: () => true } });
  await listener.stop();
});

test('a process uses no second database system behind its address, and is not ready once it was led there', async () => {
  const stranger = await ownPostgres();
  const strange = openDatabase({ url: stranger.url, poolConnectionsMax: 1 });
  const { password } = new URL(primary.url);
  await strange.query(`ALTER ROLE postgres PASSWORD '${password}'`);
  await strange.close();
  const parts = { db, sales: { isOpen: () => true } };
  await requireSelling(parts);
  port = Number(new URL(stranger.url).port);
  await expect(db.connect()).rejects.toMatchObject({ code: 'OTHER_SYSTEM' });
  expect(await where(), 'a connection to the first one goes on').toBe(standby.port);
  await expect(requireSelling(parts)).rejects.toThrow('The address of the database leads to two database systems.');
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => db.query('SELECT 1').catch(({ code }) => code)).toBe('OTHER_SYSTEM');
  expect(db.refusals().other_system).toBeGreaterThan(1);
  expect(whyUnreachable(refused.at(-1))).toMatch(/^it is another database system than/);

  port = standby.port;
  await stranger.remove();
  expect(await where()).toBe(standby.port);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  await requireSelling(parts);
  clock.mockRestore();
});

test('a process that is started later is told by the folder of those that have seen the new primary', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'old-primary-'));
  port = standby.port;
  expect(await start(['migrate'], dataDir).ended).toBe(0);
  port = Number(new URL(primary.url).port);
  const { child, says, ended } = start(['migrate'], dataDir);
  await says('"EARLIER_TIMELINE"'); // it waits for the address to move
  child.kill();
  await ended;
  const doctor = start(['service', 'doctor'], dataDir);
  expect(await doctor.ended).toBe(1);
  expect(doctor.output()).toContain('it is an old primary');
  await rm(join(dataDir, 'timelines'), { recursive: true });
  const again = start(['service', 'doctor'], dataDir);
  await again.ended;
  expect(again.output(), 'who removes what was seen uses the old one again').not.toContain('old primary');
  await rm(dataDir, { recursive: true });
});
