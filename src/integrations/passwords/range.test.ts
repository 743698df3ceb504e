import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { createOutgoingHttp } from '../../platform/outgoing-http.ts';
import { createBreachedPasswords } from './range.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listAt(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('TCP server without a port');
  return listOf(`http://127.0.0.1:${address.port}/`);
}
const http = createOutgoingHttp({ privateTargets: true });
const listOf = (address: string | undefined) => createBreachedPasswords(address, { http, log: createLog('silent') });

const STOLEN = 'correct horse battery staple';
const HASH = createHash('sha1').update(STOLEN).digest('hex').toUpperCase();
const entry = (count: number) => `${HASH.slice(5)}:${count}`;

test('a password of the list is known, and only the beginning of its hash leaves the service', async () => {
  const asked: string[] = [];
  const list = await listAt((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(`003D68EB55068C33ACE09247EE4C639306B:3\r\n${entry(2)}\r\n012C192B2F16F82EA0EB9EF18D9D539B0DD:1`);
  });
  expect(await list.has(STOLEN)).toBe(true);
  expect(asked).toEqual([`GET /range/${HASH.slice(0, 5)}`]);
  expect(await list.has(`${STOLEN}!`)).toBe(false);
});

test('an entry that only fills the answer up is none', async () => {
  const list = await listAt((_, response) => response.end(entry(0)));
  expect(await list.has(STOLEN)).toBe(false);
});

test('a list that is away, refuses or answers nonsense refuses no password', async () => {
  const broken = await listAt((_, response) => response.writeHead(503).end(entry(1)));
  const nonsense = await listAt((_, response) => response.end('<html>'));
  for (const list of [broken, nonsense, listOf('http://127.0.0.1:1'), listOf(undefined)]) {
    expect(await list.has(STOLEN)).toBe(false);
  }
});
