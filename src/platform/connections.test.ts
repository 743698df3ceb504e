import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createHttpServer, HTTP_LIMITS } from './http.ts';
import { createLog } from './log.ts';

// A proxy that keeps a connection sends its next request at any moment. One that is cut meanwhile is 502 for a shopper.

const PROXY_MS = 300; // after so long the proxy sends its next request; less than `newConnectionMs`

async function served() {
  let isEnding = false;
  const app = createHttpServer({ log: createLog('silent'), trustProxy: [], isEnding: () => isEnding });
  app.post('/orders', async () => ({ placed: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const end = () => {
    isEnding = true;
    return app.close();
  };
  return { port, end };
}

const ORDER =
  'POST /orders HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

async function order(socket: Socket): Promise<string> {
  socket.write(ORDER);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

test('a connection that was used just now is answered once more after the end began', async () => {
  const { port, end } = await served();
  const socket = connect(port, '127.0.0.1');
  expect(await order(socket)).toMatch(/^HTTP\/1.1 200/);
  await sleep(10);
  const ended = end();
  await sleep(PROXY_MS);
  const closed = once(socket, 'close');
  expect(await order(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n.*connection: close/is);
  await Promise.all([closed, ended]);
});

test('connections that are quiet are closed, and the end waits for no time-out', async () => {
  const { port, end } = await served();
  const used = connect(port, '127.0.0.1');
  const unused = connect(port, '127.0.0.1');
  expect(await order(used)).toMatch(/^HTTP\/1.1 200/);
  const began = performance.now();
  await Promise.all([once(used, 'close'), once(unused, 'close'), end()]);
  expect(performance.now() - began).toBeLessThan(HTTP_LIMITS.closeTimeoutMs / 2);
});

test('a request whose body was refused unread keeps no server from ending', async () => {
  const { port, end } = await served();
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(
    'POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 4\r\n\r\n{',
  );
  await once(socket, 'data');
  socket.write('  }');
  await sleep(50);
  const began = performance.now();
  await end();
  expect(performance.now() - began).toBeLessThan(HTTP_LIMITS.closeTimeoutMs / 2);
});
