import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { AppError } from '../domain/error.ts';
import type { App } from './app.ts';
import { watchConnections } from './connections.ts';
import { createHttpServer, HTTP_LIMITS, type HttpServerOptions, PUBLIC_HEADERS, PUBLIC_PATH } from './http.ts';
import { answerBrokenRequest, errorBody, errorHeaders, type OnBroken } from './http-errors.ts';
import { createNodeServer } from './node-server.ts';

export type Front = { server: Server; close(): Promise<void> };

/**
 * Makes a server in front of several apps, which must be ready and do not listen themselves. `choose` says which of them answers a
 * request; `onBroken` hears of what is no request.
 */
export function createFront(choose: (request: IncomingMessage) => App | Promise<App>, onBroken?: OnBroken): Front {
  const { server } = createNodeServer(
    (request, response) => {
      const pass = (app: App) => void app.server.emit('request', request, response);
      const app = choose(request);
      if (app instanceof Promise) void app.then(pass);
      else pass(app);
    },
    // Each app ends what comes too slowly, by its routes.
    { ...HTTP_LIMITS, requestTimeoutMs: HTTP_LIMITS.uploadTimeoutMs },
    onBroken,
  );
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, onBroken));
  const endConnections = watchConnections(server, HTTP_LIMITS.closeTimeoutMs, HTTP_LIMITS.newConnectionMs);
  return {
    server,
    async close() {
      endConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Makes the app that answers 503 in place of one that cannot be used yet. The log has said why. */
export function createAwayApp(options: Pick<HttpServerOptions, 'log' | 'trustProxy' | 'isEnding'>): App {
  const app = createHttpServer(options);
  app.addHook('onRequest', async (request, reply) => {
    const error = new AppError('unavailable', 'The service is not available right now. Try again in a moment.');
    if (request.url.startsWith(PUBLIC_PATH)) reply.headers(PUBLIC_HEADERS);
    return reply.code(error.status).headers(errorHeaders(error)).send(errorBody(error, request.id));
  });
  app.all('/*', () => undefined);
  return app;
}
