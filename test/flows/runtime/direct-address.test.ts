import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../src/main/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { commandLine } from '../../support/command-line.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';
import { useCore } from '../../support/use-core.ts';

// Behind a pooler a process has two addresses of its database, and one of them may be wrong or away.

const { database } = await useCore();
const changed = (change: Partial<URL>) => Object.assign(new URL(database.url), change).href;

test('a direct address that is wrong is named', async () => {
  const [closed] = await freePorts(1);
  for (const [direct, why] of [
    [changed({ password: 'Zq7hush', port: `${closed}` }), 'nothing listens at its host and port'],
    [changed({ pathname: '/zq7_nothing' }), 'the server has no database of that name'],
  ] as const) {
    const env = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: direct, SECRET_KEY: TEST_SECRET_KEY };
    const cli = commandLine(env);
    const { error } = await cli.json('stores', 'list');
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain(`The database behind the pooler cannot be reached: ${why}`);
    expect(error.message).toContain('Is DATABASE_DIRECT_URL right');
    expect(error.message).not.toMatch(/zq7/i);
    expect(JSON.stringify((await cli.json('doctor')).data.findings)).toContain('DATABASE_DIRECT_URL');
  }
});

test('a direct address that is away is waited for, as the other one', async () => {
  const [port = 0] = await freePorts(1);
  const { hostname, port: real } = new URL(database.url);
  const stops: (() => Promise<unknown>)[] = [];
  const lifetime = { onStop: (stop: () => Promise<unknown>) => void stops.push(stop) };
  const connecting = connectDatabase(
    { url: database.url, directUrl: changed({ port: `${port}` }) },
    { log: createLog('silent'), poolConnectionsMax: 2, waits: true },
    lifetime as Parameters<typeof connectDatabase>[2],
  ).then(() => 'connected');
  expect(await Promise.race([connecting, sleep(1_500, 'waits')])).toBe('waits');
  const server = createServer((socket) => {
    socket.pipe(connect(Number(real), hostname)).pipe(socket);
  });
  await once(server.listen(port, new URL(database.url).hostname), 'listening');
  expect(await connecting).toBe('connected');
  for (const stop of stops) await stop();
  server.close();
});
