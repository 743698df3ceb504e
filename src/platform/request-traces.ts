import type { FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import type { OpenSpan, Traces } from './traces.ts';

// Balancers and Prometheus ask every few seconds.
const UNTRACED = /^\/health\//;

/**
 * Makes a span of each request that a route answers. It goes on from the caller's `traceparent`, if there is one. It has the route's
 * pattern and our request id; never the URL, which holds keys and ids, nor the client's address.
 */
export function traceRequests(app: App, traces: Traces): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  const within = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    return span ? span.run(done) : done();
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request;
    const route = request.is404 ? undefined : request.routeOptions.url;
    if (route !== undefined && UNTRACED.test(route)) return done();
    const { traceparent } = request.headers;
    const attributes = { 'http.request.method': method, 'request.id': id };
    const span = traces.begin(route ? `${method} ${route}` : method, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: route ? { ...attributes, 'http.route': route } : attributes,
    });
    spans.set(request, span);
    span.run(done);
  });
  // A body is read in the socket's own context, so the span is made the current one again.
  app.addHook('preValidation', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const failure = statusCode >= 500 ? String(statusCode) : undefined;
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, failure);
    within(request, done); // for the line of the log
  });
}
