import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { answerPreflights } from './public-route.ts';

// Calls of clients from before this contract that need no answer, but whose refusal their page's console would show
// (docs/decisions/0314). Any other unknown path is answered with 404.
const UNUSED_READS = ['/embedded-checkout/*', '/embedded/placements/*'];
const UNUSED_SCRIPTS = ['learn-more', 'checkout', 'self-service', 'separate-bag'].map((name) => `/api/v1/${name}.js`);
const BEACONS = ['/api/v1/track', '/api/v1/error'];
const SETTINGS = '/api/v1/integration-settings';

/** Registers the calls of older clients that the service does not use: an empty 204 that any page may read. */
export function registerOlderClients(app: App, deps: Pick<Deps, 'limits'>): void {
  const empty = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    answerOpenly(deps, request, reply).code(204).send();
  for (const path of UNUSED_READS) app.get(path, { schema: { hide: true } }, empty);
  // A script of another type, or of none, would be refused with a message on the console.
  for (const path of UNUSED_SCRIPTS)
    app.get(path, { schema: { hide: true } }, (request, reply) => empty(request, reply.type('text/javascript')));
  registerBeacons(app, empty);
  app.get(SETTINGS, { schema: { hide: true } }, (request, reply) =>
    answerOpenly(deps, request, reply).send({ meta: { result: 'success' }, data: { flags: [] } }),
  );
  for (const path of [...UNUSED_READS, ...UNUSED_SCRIPTS, SETTINGS]) answerPreflights(app, path, 'GET, HEAD');
  for (const path of BEACONS) answerPreflights(app, path, 'POST');
}

/** Reads and drops what older clients report: an event of a shopper, an error. */
function registerBeacons(app: App, empty: (request: FastifyRequest, reply: FastifyReply) => FastifyReply): void {
  // A scope of its own, because no other route accepts any body.
  app.register((scope: App, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null, null));
    for (const path of BEACONS) scope.post(path, { schema: { hide: true } }, empty);
    done();
  });
}

/** Counts the request and lets any page read the answer. Such calls name no store that could be relied on. */
function answerOpenly({ limits }: Pick<Deps, 'limits'>, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  limits.reads.take(request.clientAddress, 'older clients');
  return reply.headers({
    'access-control-allow-origin': '*',
    // Without this header a cross-origin isolated page would block and report the answer.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-store',
  });
}
