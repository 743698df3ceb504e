import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type OnBroken, refuseTunnel } from './http-errors.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type ServerLimits = {
  /** Of a whole request, but for those whose route takes large files. */
  requestTimeoutMs: number;
  /** Of a large file. */
  uploadTimeoutMs: number;
  /** How long nothing of a large file may come. */
  uploadPauseMs: number;
  headersTimeoutMs: number;
  timeoutLookMs: number;
  keepAliveTimeoutMs: number;
};

export type NodeServer = {
  server: Server;
  /** Gives a request whose headers have come the time that a large file needs. */
  takeLong(request: IncomingMessage): void;
};

/**
 * Makes a server that ends requests whose body comes too slowly. Node itself has one limit for all of them, which is that of large
 * files here; the shorter one of all others is kept beside it.
 */
export function createNodeServer(handler: Handler, limits: ServerLimits, onBroken?: OnBroken): NodeServer {
  const server = createServer(
    {
      requestTimeout: limits.uploadTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: limits.timeoutLookMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      requireHostHeader: false, // our URLs are built from BASE_URL, so nothing depends on Host
    },
    (request, response) => {
      if (hasBody(request)) limitBody(request);
      handler(request, response);
    },
  );
  server.on('connect', (_request, socket) => refuseTunnel(socket, onBroken));
  // Node itself handles `Expect: 100-continue`; a server may ignore other expectations (RFC 9110, 10.1.1).
  server.on('checkExpectation', handler);
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

  function limitBody(request: IncomingMessage): void {
    watch(
      request,
      setTimeout(() => endLate(server, request), limits.requestTimeoutMs),
    );
  }

  function watch(request: IncomingMessage, timer: NodeJS.Timeout): void {
    clearTimeout(timers.get(request));
    timers.set(request, timer);
    const stop = () => clearTimeout(timer);
    request.once('end', stop).once('close', stop);
  }

  function takeLong(request: IncomingMessage): void {
    const { socket } = request;
    let before = socket.bytesRead;
    const looking = setInterval(() => {
      if (socket.bytesRead === before) endLate(server, request);
      before = socket.bytesRead;
    }, limits.uploadPauseMs);
    watch(request, looking);
  }

  return { server, takeLong };
}

/** Returns true if a request says that it has a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Ends a request as Node does itself when its time is over. */
function endLate(server: Server, request: IncomingMessage): void {
  if (request.complete) return;
  const error = Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.emit('clientError', error, request.socket);
}
