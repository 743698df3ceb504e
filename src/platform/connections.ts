import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_MS = 50;

/**
 * Returns a function that closes a server's connections gracefully. Connections without any request are closed at once
 * (browsers open some in advance), the others when their response is sent, and all that remain after `timeoutMs`.
 */
export function watchConnections(server: Server, timeoutMs: number): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    if (!server.listening) return; // a server that never listened emits no `close`, so the timers would stay
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.once('close', () => {
      clearInterval(looking);
      clearTimeout(timeout);
    });
  };
}
