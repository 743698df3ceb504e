import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { AppError } from '../domain/error.ts';
import type { App } from './app.ts';
import { type ClientAddresses, createClientAddresses } from './client-address.ts';
import { watchConnections } from './connections.ts';
import { hideAddresses } from './faults.ts';
import { answerBrokenRequest, errorBody, errorHeaders, logBroken, notFound, toAppError } from './http-errors.ts';
import { useJsonBodies } from './json-bodies.ts';
import type { Log } from './log.ts';
import { createNodeServer, type NodeServer } from './node-server.ts';
import { COMMON_HEADERS } from './ready-answer.ts';
import { createLane, type ReadyLane } from './ready-lane.ts';
import { type AnsweredRequest, answeredBy, createRequestLog } from './request-log.ts';
import { traceRequests } from './request-traces.ts';
import { createAllowList } from './route-methods.ts';
import { buildSerializer } from './serialiser.ts';
import type { Traces } from './traces.ts';
import { validatorCompiler } from './validation.ts';

export type { App };

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address as a key for counting: an IPv4 address or the /64 of an IPv6 one. Personal data, never logged. */
    readonly clientAddress: string;
  }
  interface FastifyContextConfig {
    /** The route takes large files, so its body may take longer than others. */
    takesLong?: true;
  }
}

/** The limits of a request. Node itself limits the request line and all headers together to 16 kB. */
export const HTTP_LIMITS = {
  urlCharactersMax: 8_000,
  pathParameterCharactersMax: 1_400, // an id of a passkey has up to 1,023 bytes, and that many as text
  bodyBytesMax: 64 * 1024,
  requestTimeoutMs: 15_000,
  // A file of half a gigabyte takes this long over a slow line, as long as something comes.
  uploadTimeoutMs: 60 * 60_000,
  uploadPauseMs: 20_000,
  headersTimeoutMs: 10_000,
  // How often Node checks both time-outs. Its default of 30 s would make them up to three times as long.
  timeoutLookMs: 2_000,
  // Longer than the 60 s that load balancers keep an idle connection, so that we never close one that they are about to use.
  keepAliveTimeoutMs: 65_000,
  // Longer than any statement may take. What has not been answered by then waits for somebody else.
  closeTimeoutMs: 12_000,
  newConnectionMs: 1_000, // within it a proxy that has opened a connection sends its request
} as const;

export type HttpServerOptions = {
  log: Log;
  /** TRUST_PROXY: addresses and CIDR ranges. */
  trustProxy: readonly string[];
  /** Called for every request once it is answered. */
  onAnswered?: (answered: AnsweredRequest) => void;
  /** Called with the code of each refusal. */
  onRefused?: (code: string) => void;
  /** Called for each address that seems to be a proxy which TRUST_PROXY does not name. */
  onUntrustedProxy?: (address: string) => void;
  ready?: ReadyLane;
  deadEnds?: DeadEnds;
  /** True once the process has begun to end. From then on each answer closes its connection. */
  isEnding?: () => boolean;
  traces?: Traces | null | undefined;
};

/** For URLs that people open, such as links in mails: one that leads nowhere is answered with a 404 page, not the error envelope. */
export type DeadEnds = {
  under: RegExp;
  headers: Record<string, string>;
  page: (request: FastifyRequest) => string;
};

const REQUEST_ID = /^[\w-]{8,64}$/;

// Pages of any origin may read these responses; all others are readable only for our own origin.
export const PUBLIC_PATH = '/api/v1/';
export const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After',
};

/**
 * Makes the server with the parts that all routes share: request ids, the error envelope, limits, the client's address and
 * one log line per request. `app.close()` lets running requests finish for up to twelve seconds.
 */
export function createHttpServer(options: HttpServerOptions): App {
  const { log } = options;
  const addresses = addressesOf(options);
  const requestLog = createRequestLog(log);
  const requestIdOf = createRequestIds(addresses);
  const lane = createLane(options, { addresses, requestIdOf, requestLog });
  const sendError = errorSender(options);
  const onBroken = logBroken(log);
  const onAnswered: OnAnswered = ({ id }, answered) => {
    requestLog.line(id, answered);
    options.onAnswered?.(answered);
  };
  let node: NodeServer | undefined;
  const app: App = fastify({
    bodyLimit: HTTP_LIMITS.bodyBytesMax,
    routerOptions: { maxParamLength: HTTP_LIMITS.pathParameterCharactersMax },
    serverFactory(handler) {
      node = createNodeServer(
        (request, response) => lane.serve(request, response) || handler(request, response),
        HTTP_LIMITS,
        onBroken,
      );
      return node.server;
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }), // the framework would log two lines a request
    // A child logger per request costs more than most requests; our log lines carry the request id instead.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    // It runs no hooks for these.
    frameworkErrors(error, request, reply) {
      sendError(error, request as FastifyRequest, reply as FastifyReply);
      onAnswered(request as FastifyRequest, answeredBy(request as FastifyRequest, reply as FastifyReply));
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, onBroken),
    schemaController: { compilersFactory: { buildSerializer } },
    return503OnClosing: false, // while closing, requests on open connections are still answered, and their connections closed
    exposeHeadRoutes: true,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setErrorHandler(sendError);
  app.setValidatorCompiler(validatorCompiler);
  app.decorateRequest('clientAddress', { getter: clientAddressGetter(addresses) });
  useJsonBodies(app);
  if (options.traces) traceRequests(app, options.traces);
  if (options.isEnding) closeAnswered(app, options.isEnding);
  useRequestHooks(app, onAnswered);
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.takesLong) node?.takeLong(request.raw);
    done();
  });
  answerUnknownRoutes(app, sendError);
  app.addHook('preClose', (done) => {
    lane.close();
    requestLog.stop();
    done();
  });
  closeConnections(app, options.isEnding !== undefined);
  return app;
}

/** Finds clients' addresses, and says in the log where TRUST_PROXY seems to lack a proxy. */
function addressesOf({ log, trustProxy, onUntrustedProxy }: HttpServerOptions): ClientAddresses {
  let named: string | undefined;
  return createClientAddresses({
    trustProxy,
    onUntrustedForward(peer) {
      named = peer;
      log.warn(
        { peer },
        `X-Forwarded-For came from ${peer}, which is not trusted, so it was ignored. If that is your proxy, set TRUST_PROXY=${peer}`,
      );
    },
    onUntrustedProxy(address) {
      onUntrustedProxy?.(address);
      if (address === named) return;
      log.warn(
        { address },
        `X-Forwarded-For names several clients before ${address}, which is not trusted, so all of them count as one. If that is a proxy or a CDN of yours, add its networks to TRUST_PROXY`,
      );
    },
  });
}

/** Closes the connections with the app. `isBehindProxy` keeps new ones for a moment. */
function closeConnections(app: App, isBehindProxy: boolean): void {
  const newMs = isBehindProxy ? HTTP_LIMITS.newConnectionMs : 0;
  const endConnections = watchConnections(app.server, HTTP_LIMITS.closeTimeoutMs, newMs);
  app.addHook('preClose', (done) => {
    endConnections();
    done();
  });
}

type SendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

const DEAD_END_STATUSES: readonly number[] = [400, 404, 405, 414]; // badly encoded, unknown, wrong method, too long

// Who may not, and who asks too often: what an attack is seen by.
const TOLD: readonly number[] = [401, 403, 429];

function errorSender({ log, deadEnds, onRefused }: HttpServerOptions): SendError {
  return (thrown, request, reply) => {
    const error = toAppError(thrown);
    onRefused?.(error.code);
    const opened = ['GET', 'HEAD'].includes(request.method) && deadEnds?.under.test(request.raw.url ?? '');
    if (deadEnds && opened && DEAD_END_STATUSES.includes(error.status)) {
      reply.code(404).headers(deadEnds.headers).header('x-request-id', request.id).send(deadEnds.page(request));
      return;
    }
    // `busy` answers come by the thousand in a sale; the request log counts them.
    if (error.status >= 500 && error.code !== 'busy') {
      const { detail } = error.info;
      const about = { request_id: request.id, code: error.code, ...(detail && { detail: hideAddresses(detail) }) };
      log.error({ ...about, err: thrown }, 'request failed');
    } else
      log[TOLD.includes(error.status) ? 'info' : 'debug'](
        { request_id: request.id, code: error.code },
        'request refused',
      );
    if (request.raw.url?.startsWith(PUBLIC_PATH)) reply.headers(PUBLIC_HEADERS);
    reply.code(error.status).headers(errorHeaders(error)).header('x-request-id', request.id);
    reply.send(errorBody(error, request.id));
  };
}

/** Answers 404 for an unknown path, and 405 with `Allow` for a method that the path does not support. */
function answerUnknownRoutes(app: App, sendError: SendError): void {
  const allowList = createAllowList();
  app.addHook('onRoute', (route) => allowList.add(route.url, route.method));
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const allowed = allowList.methodsOf(pathOf(request.raw));
    // If the path supports this method, the route itself found nothing and called the not-found handler.
    if (allowed.length === 0 || allowed.includes(request.method)) return sendError(notFound(), request, reply);
    reply.header('allow', allowed.join(', '));
    const message = `${request.method} is not offered here.`;
    return sendError(new AppError('method_not_allowed', message), request, reply);
  };
  // Runs before body parsing, so a malformed body does not hide a 404.
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? refuse(request, reply) : done()));
  app.setNotFoundHandler(refuse); // for routes that call `reply.callNotFound()`
}

/** Returns the request id that a trusted proxy sent, else one of our own: a random prefix of this process and a count. */
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

/**
 * Has every answer close its connection once the process ends, also those of requests that came before. Clients then use another
 * process, and no connection is left that could be closed while a request is on its way.
 */
function closeAnswered(app: App, isEnding: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding()) reply.header('connection', 'close');
  });
}

type OnAnswered = (request: FastifyRequest, answered: AnsweredRequest) => void;

function useRequestHooks(app: App, onAnswered: OnAnswered): void {
  const { urlCharactersMax } = HTTP_LIMITS;
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(COMMON_HEADERS);
    if ((request.raw.url?.length ?? 0) <= urlCharactersMax) return done();
    done(new AppError('uri_too_long', `The address is longer than ${urlCharactersMax} characters.`));
  });
  app.addHook('onResponse', (request, reply, done) => {
    onAnswered(request, answeredBy(request, reply));
    done();
  });
}
