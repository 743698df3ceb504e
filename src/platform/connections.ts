import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './node-server.ts';

const LOOK_MS = 50;

/** `at`: when it was opened or last used. `bytes`: what had come by then. */
type Use = { at: number; bytes: number; requests: number };

/**
 * Returns a function that closes a server's connections gracefully. Those that have been quiet for `newMs` are closed: browsers open some in
 * advance, and a proxy sends a request soon over one that it has opened or used. The others are closed when their response is sent, and all
 * that remain after `timeoutMs`.
 */
export function watchConnections(server: Server, timeoutMs: number, newMs = 0): () => void {
  const uses = followUses(server);
  const closeQuiet = () => {
    const before = performance.now() - newMs;
    // What has come since is the beginning of a request.
    for (const [socket, { at, bytes, requests }] of uses)
      if (requests === 0 && socket.bytesRead === bytes && at <= before) socket.destroy();
  };
  return () => {
    if (!server.listening) return; // a server that never listened emits no `close`, so the timers would stay
    server.closeIdleConnections = closeQuiet; // `close` calls it, and would cut a connection that was used just now
    closeQuiet();
    const looking = setInterval(closeQuiet, LOOK_MS);
    const timeout = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.once('close', () => {
      clearInterval(looking);
      clearTimeout(timeout);
    });
  };
}

/** Returns true if nothing more comes of a request, and its answer has left the process. A ready answer is that fast. */
const isOver = (request: IncomingMessage, response: ServerResponse) =>
  response.writableEnded && request.socket.writableLength === 0 && !hasBody(request);

/** Keeps in mind how each connection of a server is used. */
function followUses(server: Server): Map<Socket, Use> {
  const uses = new Map<Socket, Use>();
  server.on('connection', (socket) => {
    uses.set(socket, { at: performance.now(), bytes: 0, requests: 0 });
    socket.once('close', () => uses.delete(socket));
  });
  const follow = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const use = uses.get(socket);
    if (!use) return; // a server in front passed the request on, and follows its connection
    const note = () => {
      use.at = performance.now();
      use.bytes = socket.bytesRead;
    };
    if (isOver(request, response)) return note();
    use.requests += 1;
    request.once('close', note); // a body may come after its answer
    response.once('close', () => {
      use.requests -= 1;
      note();
    });
  };
  server.on('request', follow).on('checkExpectation', follow);
  return uses;
}
