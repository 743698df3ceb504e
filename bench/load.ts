import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** The message to a load process; it handles one at a time and replies with a `LoadResult`. */
export type LoadRequest = { port: number; path: string; connections: number; seconds: number };
export type LoadResult = {
  perSecond: number;
  /** Share of the time that this process was busy. Near 1, the result is its own limit and not the server's. */
  busy: number;
};

// Client addresses as a proxy forwards them: so many that none of them reaches a rate limit.
const CLIENTS = 4_000;

process.on('message', async (request: LoadRequest) => process.send?.(await load(request)));

/** Sends requests over kept connections, each as soon as the last answer is there. Any answer but a 200 with a body fails. */
async function load({ port, path, connections, seconds }: LoadRequest): Promise<LoadResult> {
  const requests = Array.from({ length: CLIENTS }, (_, client) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Forwarded-For: 10.0.${client >> 8}.${client & 255}\r\nAccept: */*\r\n\r\n`,
    ),
  );
  const before = performance.eventLoopUtilization();
  const started = performance.now();
  const until = started + seconds * 1_000;
  let done = 0;
  const next = () => (performance.now() < until ? requests[done++ % CLIENTS] : undefined);
  await Promise.all(Array.from({ length: connections }, () => converse(port, next)));
  const perSecond = done / ((performance.now() - started) / 1_000);
  return { perSecond, busy: performance.eventLoopUtilization(before).utilization };
}

/** Runs one connection: sends the requests of `next` one at a time until it returns undefined. */
function converse(port: number, next: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let pending: Buffer | undefined;
    const ask = () => {
      const request = next();
      if (request) socket.write(request);
      else socket.end(resolve);
    };
    socket.on('connect', ask);
    socket.on('data', (chunk) => {
      pending = pending ? Buffer.concat([pending, chunk]) : chunk;
      const end = endOfAnswer(pending);
      if (end === undefined) return;
      const status = pending.toString('latin1', 9, 12);
      if (status !== '200' || end !== pending.length) return fail(socket, reject, pending.toString('latin1', 0, 300));
      pending = undefined;
      ask();
    });
    socket.on('error', reject);
  });
}

function fail(socket: Socket, reject: (error: Error) => void, said: string): void {
  socket.destroy();
  reject(new Error(`unexpected response: ${said}`));
}

/** Returns the position where the answer ends, or undefined while it is incomplete. */
function endOfAnswer(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`response without Content-Length: ${head}`);
  const end = headEnd + 4 + Number(length);
  return bytes.length >= end ? end : undefined;
}
