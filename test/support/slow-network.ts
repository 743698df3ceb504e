import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * The same server at the end of a longer line: a round trip takes `delayMs` more, and so does opening a connection.
 * Browsers' own emulation leaves out the frames of other sites, which run in processes of their own.
 */
export async function openSlowNetwork(port: number, delayMs: number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    // What a handshake would have taken, before the first byte goes out.
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

/** Timers of one length fire in their order, so nothing overtakes. */
function carry(from: Socket, to: Socket, delayMs: () => number): void {
  let earliest = 0;
  from.on('data', (chunk) => {
    const at = Math.max(earliest, performance.now() + delayMs());
    earliest = at;
    setTimeout(() => to.destroyed || to.write(chunk), Math.max(0, at - performance.now()));
  });
}
