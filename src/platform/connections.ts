import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_MS = 50;

/**
 * Returns what ends a server's connections in order: those that never asked anything at once (browsers open some in
 * advance), the others as soon as their answer is sent, and whatever is left after `timeoutMs` in any case.
 */
export function watchConnections(server: Server, timeoutMs: number): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    if (!server.listening) return; // one that never listened never says that it closed
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const looking = setInterval(() => server.closeIdleConnections(), LOOK_MS);
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.once('close', () => {
      clearInterval(looking);
      clearTimeout(timeout);
    });
  };
}
