import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerBrokenRequest } from './http-errors.ts';
import { createNodeServer, type NodeServer } from './node-server.ts';

const LIMITS = {
  requestTimeoutMs: 400,
  uploadTimeoutMs: 60_000,
  uploadPauseMs: 800,
  headersTimeoutMs: 10_000,
  timeoutLookMs: 1_000,
  keepAliveTimeoutMs: 5_000,
};

let node: NodeServer;
afterEach(() => {
  node.server.closeAllConnections();
  node.server.close();
});

/** Sends five bytes with pauses between them. Resolves with the first line of the answer. */
async function sendSlowly(path: string, pauseMs: number): Promise<string> {
  node = createNodeServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/file') node.takeLong(request);
    request.resume().once('end', () => response.end('whole'));
  }, LIMITS);
  node.server.on('clientError', answerBrokenRequest);
  node.server.listen(0, '127.0.0.1');
  await once(node.server, 'listening');
  const socket = connect((node.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n`);
  for (let sent = 0; sent < 5 && answer === ''; sent += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    socket.write('a');
  }
  await expect.poll(() => answer, { timeout: 5_000 }).not.toBe('');
  socket.destroy();
  return answer.split('\r\n', 1)[0] ?? '';
}

test('a body that comes too slowly ends the request', async () => {
  expect(await sendSlowly('/', 200)).toBe('HTTP/1.1 408 Request Timeout');
});

test('a file may take longer, as long as something comes', async () => {
  expect(await sendSlowly('/file', 200)).toBe('HTTP/1.1 200 OK');
});

test('a file of which nothing comes ends the request', async () => {
  expect(await sendSlowly('/file', 2_000)).toBe('HTTP/1.1 408 Request Timeout');
});
