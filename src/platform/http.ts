import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
import { watchConnections } from './connections.ts';
import { describeFault, hideAddresses } from './faults.ts';
import { answerBrokenRequest, errorBody, errorHeaders, notFound, refuseTunnel, toAppError } from './http-errors.ts';
import type { Log } from './log.ts';
import { COMMON_HEADERS, type ReadyAnswer, writeReady } from './ready-answer.ts';
import { type Answered, createRequestLog, type RequestLog } from './request-log.ts';
import { createAllowList } from './route-methods.ts';
import { validatorCompiler } from './validation.ts';

/** The HTTP server that surfaces add their routes to: `registerXRoutes(app: App, deps)`. Schemas are TypeBox. */
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
  // How often Node looks for connections that are beyond the two; its own 30 s would triple them.
  timeoutLookMs: 2_000,
  // Longer than the 60 s that load balancers keep an idle connection, so that they close it, not we under their feet.
  keepAliveTimeoutMs: 65_000,
  closeTimeoutMs: 5_000,
} as const;

export type HttpServerOptions = {
  log: Log;
  /** TRUST_PROXY: addresses and CIDR ranges. */
  trustProxy: readonly string[];
  /** Told of every request once it is answered. */
  onAnswered?: (answered: Answered) => void;
  ready?: ReadyLane;
  deadEnds?: DeadEnds;
};

/** For addresses that people open: whoever asks for one that leads nowhere gets a page with 404, not the envelope. */
export type DeadEnds = {
  under: RegExp;
  headers: Record<string, string>;
  page: (request: FastifyRequest) => string;
};

/**
 * What is asked before the routes are: the answer to a GET of this address if it is ready, else undefined. It may throw to
 * leave the request, and its refusal, to the routes. Ready answers are sent without the framework, which costs as much as
 * all the rest of them (docs/decisions/0008).
 */
export type ReadyLane = (url: string, clientAddress: string) => { answer: ReadyAnswer; route: string } | undefined;

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
export function createHttpServer(options: HttpServerOptions): App {
  const { log, trustProxy } = options;
  const addresses = createClientAddresses({
    trustProxy,
    onUntrustedForward: (peer) =>
      log.warn(
        { peer },
        `X-Forwarded-For came from ${peer}, which is not trusted, so it was ignored. If that is your proxy, set TRUST_PROXY=${peer}`,
      ),
  });
  const requestLog = createRequestLog(log);
  const requestIdOf = createRequestIds(addresses);
  const lane = createLane(options, { addresses, requestIdOf, requestLog });
  const sendError = errorSender(options);
  const app: App = fastify({
    bodyLimit: HTTP_LIMITS.bodyBytesMax,
    routerOptions: { maxParamLength: HTTP_LIMITS.pathParameterCharactersMax },
    serverFactory: (handler) =>
      createNodeServer((request, response) => lane.serve(request, response) || handler(request, response)),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }), // one line a request, below, instead of two
    // A child logger for each request costs more than most requests; lines that concern one carry its id.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    frameworkErrors: (error, request, reply) => sendError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBrokenRequest,
    return503OnClosing: false, // requests that came over an open connection are still answered, each the last of its connection
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setErrorHandler(sendError);
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('clientAddress', { getter: clientAddressGetter(addresses) });
  useJsonBodies(app);
  useRequestHooks(app, (request, answered) => {
    requestLog.line(request.id, answered);
    options.onAnswered?.(answered);
  });
  answerUnknownRoutes(app, sendError);
  const endConnections = watchConnections(app.server, HTTP_LIMITS.closeTimeoutMs);
  app.addHook('preClose', (done) => {
    lane.close();
    requestLog.stop();
    endConnections();
    done();
  });
  return app;
}

function createNodeServer(handler: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer(
    {
      requestTimeout: HTTP_LIMITS.requestTimeoutMs,
      headersTimeout: HTTP_LIMITS.headersTimeoutMs,
      connectionsCheckingInterval: HTTP_LIMITS.timeoutLookMs,
      keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
      requireHostHeader: false, // our addresses come from BASE_URL, never from Host, so nothing depends on its being there
    },
    handler,
  );
  server.on('connect', refuseTunnel);
  // The only expectation there is, 100-continue, Node handles itself; others may be ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', handler);
  return server;
}

type Lane = {
  /** Whether the request was answered. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
};

type LaneParts = {
  addresses: ClientAddresses;
  requestIdOf: (request: IncomingMessage) => string;
  requestLog: RequestLog;
};

function createLane({ ready, onAnswered }: HttpServerOptions, { addresses, requestIdOf, requestLog }: LaneParts): Lane {
  let open = ready !== undefined;

  function findReady(request: IncomingMessage): ReturnType<ReadyLane> {
    try {
      return ready?.(request.url ?? '', addresses.of(request));
    } catch {
      return undefined; // refused, too many requests for one: the route says so in the envelope
    }
  }

  return {
    serve(request, response) {
      const found = open && request.method === 'GET' ? findReady(request) : undefined;
      if (found === undefined) return false;
      const { answer, route } = found;
      const requestId = requestIdOf(request);
      const status = writeReady(response, answer, { requestId, condition: request.headers['if-none-match'] });
      // It took microseconds; reading the clock twice would be a good part of them.
      const answered = { method: 'GET', route, status, ms: 0 };
      requestLog.count(answered);
      onAnswered?.(answered);
      return true;
    },
    close() {
      open = false; // the framework tells callers that each answer is the last of its connection
    },
  };
}

type SendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

// Badly encoded, unknown, not to be got, too long.
const LEADS_NOWHERE: readonly number[] = [400, 404, 405, 414];

function errorSender({ log, deadEnds }: HttpServerOptions): SendError {
  return (thrown, request, reply) => {
    const error = toAppError(thrown);
    const opened = ['GET', 'HEAD'].includes(request.method) && deadEnds?.under.test(request.raw.url ?? '');
    if (deadEnds && opened && LEADS_NOWHERE.includes(error.status)) {
      reply.code(404).headers(deadEnds.headers).header('x-request-id', request.id).send(deadEnds.page(request));
      return;
    }
    // A crowd is turned away by the thousand: the request log counts them.
    if (error.status >= 500 && error.code !== 'busy') {
      const { detail } = error.info;
      const about = { request_id: request.id, code: error.code, ...(detail && { detail: hideAddresses(detail) }) };
      log.error({ ...about, error: describeFault(thrown) }, 'request failed');
    }
    if (request.raw.url?.startsWith(PUBLIC_PATH)) reply.headers(PUBLIC_HEADERS);
    reply.code(error.status).headers(errorHeaders(error)).header('x-request-id', request.id);
    reply.send(errorBody(error, request.id));
  };
}

/** 404 for a path that nothing answers, 405 with `Allow` for a method that its path does not. */
function answerUnknownRoutes(app: App, sendError: SendError): void {
  const allowList = createAllowList();
  app.addHook('onRoute', (route) => allowList.add(route.url, route.method));
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowList.methodsOf(pathOf(request.raw));
    // A route that answers this method and comes here has looked, and found nothing.
    if (allowed.length === 0 || allowed.includes(request.method)) return sendError(notFound(), request, reply);
    reply.header('allow', allowed.join(', '));
    const message = `${request.method} is not offered here.`;
    return sendError(new AppError('method_not_allowed', message), request, reply);
  };
  // Before its body is read: what is wrong with that says nothing to who asked at the wrong place.
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? refuse(request, reply) : done()));
  app.setNotFoundHandler(refuse); // for routes that looked and found nothing
}

/** A trusted proxy's id if it sent one, else our own: what names the process, which is random, and a count. */
function createRequestIds(addresses: ClientAddresses): (request: IncomingMessage) => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (request) => {
    const given = request.headers['x-request-id'];
    if (typeof given === 'string' && REQUEST_ID.test(given) && addresses.isTrustedPeer(request)) return given;
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}

function clientAddressGetter(addresses: ClientAddresses) {
  return function clientAddress(this: FastifyRequest): string {
    return addresses.of(this.raw);
  };
}

function pathOf({ url = '' }: IncomingMessage): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** JSON is the only body there is, in UTF-8 as RFC 8259 wants it; keys that reach for a prototype are refused. */
function useJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  takeJsonAs(app, 'application/json');
}

/** Lets the routes of this scope take JSON that is sent under another media type. */
export function takeJsonAs(app: App, mediaType: string): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  app.addContentTypeParser(mediaType, { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      return done(new AppError('invalid_json', 'The body is not UTF-8.'));
    }
    return parseJson(request, text, done);
  });
}

function useRequestHooks(app: App, onAnswered: (request: FastifyRequest, answered: Answered) => void): void {
  const { urlCharactersMax } = HTTP_LIMITS;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(COMMON_HEADERS);
    const tooLong = (request.raw.url?.length ?? 0) > urlCharactersMax;
    done(
      tooLong ? new AppError('uri_too_long', `The address is longer than ${urlCharactersMax} characters.`) : undefined,
    );
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? null;
    onAnswered(request, { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
