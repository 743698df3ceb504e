import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tell } from './tell.ts';

export type Balancer = {
  url: string;
  /** Resolves when it has seen that this service is ready. */
  sees(url: string): Promise<void>;
  stop(): Promise<void>;
};

// As a balancer in front of real services does, which looks every two seconds or so; here the pause of a service is shorter too.
const LOOK_MS = 200;
// Longer than a shopper's connection is idle: one that is closed while they use it again would look like a lost request.
const KEPT_MS = 600_000;

/**
 * Starts a small reverse proxy that gives requests in turn to the services that are ready, over connections that it keeps. It
 * tries nothing again: what a service loses, the shopper sees (as 502).
 */
export async function startBalancer(services: () => readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  let stopped = false;
  const server = createServer({ keepAliveTimeout: KEPT_MS }, (asked, answer) => {
    const known = services().filter((url) => ready.has(url));
    const chosen = known[turn++ % known.length];
    if (chosen !== undefined) return pass({ asked, answer, agent }, chosen);
    tell('balancer: no service is ready');
    answer.writeHead(503).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const looking = (async () => {
    while (!stopped) {
      await Promise.all(services().map(async (url) => ((await isReady(url)) ? ready.add(url) : ready.delete(url))));
      await sleep(LOOK_MS);
    }
  })();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async sees(url) {
      while (!ready.has(url)) await sleep(LOOK_MS / 4);
    },
    async stop() {
      stopped = true;
      await looking;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

type Exchange = { asked: IncomingMessage; answer: ServerResponse; agent: Agent };

function pass({ asked, answer, agent }: Exchange, url: string): void {
  const { method, headers } = asked;
  const sent = request(`${url}${asked.url}`, { method, headers, agent }, (received) => {
    const { connection: _ofTheService, 'keep-alive': _ofItsConnection, ...others } = received.headers;
    answer.writeHead(received.statusCode ?? 502, others);
    received.pipe(answer);
    received.on('error', ({ message }) => {
      tell(`balancer: the answer to ${method} ${url}${asked.url} broke off: ${message}`);
      answer.destroy();
    });
  });
  sent.on('error', ({ message }) => {
    tell(
      `balancer: ${method} ${url}${asked.url} was lost: ${message}${sent.reusedSocket ? ' (on a kept connection)' : ''}`,
    );
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end('{}');
  });
  asked.pipe(sent);
}
