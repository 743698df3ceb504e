import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { AppError } from '../domain/error.ts';
import { type ClientAddresses, createClientAddresses } from './client-address.ts';
import {
  answerBrokenRequest,
  errorBody,
  errorHeaders,
  loggable,
  notFound,
  refuseTunnel,
  toAppError,
} from './http-errors.ts';
import type { Log } from './log.ts';
import { createAllowList } from './route-methods.ts';
import { validatorCompiler } from './validation.ts';

/** The HTTP server that features add their routes to: `registerXRoutes(app: App, deps)`. Schemas are TypeBox. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, for counting: an IPv4 address or the /64 of an IPv6 one. Personal data: never logged. */
    readonly clientAddress: string;
  }
}

/** One place for what a request may cost. Node's own limit for the address and all headers together is 16 kB. */
export const HTTP_LIMITS = {
  urlCharactersMax: 8_000,
  pathParameterCharactersMax: 300,
  bodyBytesMax: 64 * 1024,
  requestTimeoutMs: 15_000,
  headersTimeoutMs: 10_000,
  // Longer than the 60 s that load balancers keep an idle connection, so that they close it, not we under their feet.
  keepAliveTimeoutMs: 65_000,
  closeTimeoutMs: 5_000,
} as const;

export type HttpServerOptions = {
  log: Log;
  /** TRUST_PROXY: addresses and CIDR ranges. */
  trustProxy: readonly string[];
};

const REQUEST_ID = /^[\w-]{8,64}$/;

// Browsers may read these answers from any page; everything else stays with its own origin.
const PUBLIC_PATH = '/api/v1/';
const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After',
};

/**
 * Makes the server with what every route shares: request ids, the error envelope for whatever goes wrong, limits, the
 * client's address and one log line a request. `app.close()` lets requests under way finish, for five seconds.
 */
export function createHttpServer({ log, trustProxy }: HttpServerOptions): App {
  const addresses = createClientAddresses({
    trustProxy,
    onUntrustedForward: (peer) =>
      log.warn(
        { peer },
        `X-Forwarded-For came from ${peer}, which is not trusted, so it was ignored. If that is your proxy, set TRUST_PROXY=${peer}`,
      ),
  });
  const app: App = fastify({
    ...limits,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }), // one line a request, below, instead of two
    // A child logger for each request costs more than most requests; lines that concern one carry its id.
    childLoggerFactory: (logger) => logger,
    genReqId: (request) => requestId(request, addresses),
    frameworkErrors: (error, request, reply) => sendError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false, // requests that came over an open connection are still answered, each the last of its connection
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>();

  function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toAppError(thrown);
    if (error.status >= 500) {
      const { detail } = error.info;
      log.error({ request_id: request.id, code: error.code, detail, error: loggable(thrown) }, 'request failed');
    }
    if (request.raw.url?.startsWith(PUBLIC_PATH)) reply.headers(PUBLIC_HEADERS);
    reply.code(error.status).headers(errorHeaders(error)).header('x-request-id', request.id);
    reply.send(errorBody(error, request.id));
  }

  const allowList = createAllowList();
  app.addHook('onRoute', (route) => allowList.add(route.url, route.method));
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowList.methodsOf(pathOf(request));
    if (allowed.length === 0) return sendError(notFound(), request, reply);
    reply.header('allow', allowed.join(', '));
    const message = `${request.method} is not offered here.`;
    return sendError(new AppError('method_not_allowed', message), request, reply);
  });

  app.setValidatorCompiler(validatorCompiler);
  useJsonBodies(app);
  useRequestHooks(app, log);
  app.decorateRequest('clientAddress', { getter: clientAddressGetter(addresses) });
  app.server.on('connect', refuseTunnel);
  // The only expectation there is, 100-continue, Node handles itself; others may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  return app;
}

const limits = {
  bodyLimit: HTTP_LIMITS.bodyBytesMax,
  requestTimeout: HTTP_LIMITS.requestTimeoutMs,
  keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
  routerOptions: { maxParamLength: HTTP_LIMITS.pathParameterCharactersMax },
  // Our addresses come from BASE_URL, never from Host, so nothing depends on its being there.
  http: { headersTimeout: HTTP_LIMITS.headersTimeoutMs, requireHostHeader: false },
};

function requestId(request: IncomingMessage, addresses: ClientAddresses): string {
  const given = request.headers['x-request-id'];
  if (typeof given === 'string' && REQUEST_ID.test(given) && addresses.isTrustedPeer(request)) return given;
  return randomUUID();
}

function clientAddressGetter(addresses: ClientAddresses) {
  return function clientAddress(this: FastifyRequest): string {
    return addresses.of(this.raw);
  };
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? '';
}

/** JSON is the only body there is, in UTF-8 as RFC 8259 wants it; keys that reach for a prototype are refused. */
function useJsonBodies(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(new AppError('invalid_json', 'The body is not UTF-8.'));
    }
    return parseJson(request, text, done);
  });
}

function useRequestHooks(app: App, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    const long = (request.raw.url?.length ?? 0) > HTTP_LIMITS.urlCharactersMax;
    done(
      long
        ? new AppError('uri_too_long', `The address is longer than ${HTTP_LIMITS.urlCharactersMax} characters.`)
        : undefined,
    );
  });
  // The route's pattern, never the address: that holds keys and ids, and who asked is nobody's business here.
  app.addHook('onResponse', (request, reply, done) => {
    log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 100) / 100,
      },
      'request',
    );
    done();
  });
  app.addHook('preClose', (done) => {
    // Who has not finished by then is cut off; otherwise one slow client could keep the process from ending.
    setTimeout(() => app.server.closeAllConnections(), HTTP_LIMITS.closeTimeoutMs).unref();
    done();
  });
}
