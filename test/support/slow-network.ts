import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Proxies the server at `port` with latency: a round trip and the opening of a connection each take `delayMs` more. The
 * network emulation of browsers leaves out frames of other sites, because they run in other processes.
 */
export async function openSlowNetwork(port: number, delayMs: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    // The handshake takes a round trip before the first byte goes out.
    const openAt = performance.now() + delayMs;
    carry(near, far, () => Math.max(delayMs / 2, openAt - performance.now() + delayMs / 2));
    carry(far, near, () => delayMs / 2);
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

/** Delays all data. Timers of equal length fire in order, so the order of the data stays. */
function carry(from: Socket, to: Socket, delayMs: () => number): void {
  let earliest = 0;
  from.on('data', (chunk) => {
    const at = Math.max(earliest, performance.now() + delayMs());
    earliest = at;
    setTimeout(() => to.destroyed || to.write(chunk), Math.max(0, at - performance.now()));
  });
}
