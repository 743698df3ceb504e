import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Proxies the server at `port` with latency: a round trip and the opening of a connection each take `delayMs` more. What the server
 * sends takes `msEachKilobyte` more on each connection. The network emulation of browsers leaves out frames of other sites, because they
 * run in other processes.
 */
export async function openSlowNetwork(
  port: number,
  delayMs: number,
  msEachKilobyte = 0,
): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    // The handshake takes a round trip before the first byte goes out.
    const openAt = performance.now() + delayMs;
    carry(near, far, { delayMs: () => Math.max(delayMs / 2, openAt - performance.now() + delayMs / 2) });
    carry(far, near, { delayMs: () => delayMs / 2, msEachKilobyte });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const KILOBYTE = 1_000;

type Line = { delayMs: () => number; msEachKilobyte?: number };

/** Delays all data. Timers of equal length fire in order, so the order of the data stays. */
function carry(from: Socket, to: Socket, { delayMs, msEachKilobyte = 0 }: Line): void {
  let earliest = 0;
  from.on('data', (data) => {
    const arrives = performance.now() + delayMs();
    for (let sent = 0; sent < data.length; sent += KILOBYTE) {
      const chunk = data.subarray(sent, sent + KILOBYTE);
      earliest = Math.max(earliest, arrives) + (msEachKilobyte * chunk.length) / KILOBYTE;
      setTimeout(() => to.destroyed || to.write(chunk), Math.max(0, earliest - performance.now()));
    }
  });
}
