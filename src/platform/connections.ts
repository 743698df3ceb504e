import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_MS = 50;

/**
 * Returns a function that closes a server's connections gracefully. Connections without any request are closed once they are `newMs` old:
 * browsers open some in advance, and a proxy sends a request soon. The others are closed when their response is sent, and all that remain
 * after `timeoutMs`.
 */
export function watchConnections(server: Server, timeoutMs: number, newMs = 0): () => void {
  const openedAt = new Map<Socket, number>();
  server.on('connection', (socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  const closeUnused = () => {
    const before = performance.now() - newMs;
    for (const [socket, opened] of openedAt) if (socket.bytesRead === 0 && opened <= before) socket.destroy();
  };
  return () => {
    if (!server.listening) return; // a server that never listened emits no `close`, so the timers would stay
    closeUnused();
    const looking = setInterval(() => {
      closeUnused();
      server.closeIdleConnections();
    }, LOOK_MS);
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.once('close', () => {
      clearInterval(looking);
      clearTimeout(timeout);
    });
  };
}
