import type { FastifyReply, FastifyRequest } from 'fastify';
import { receiveChange, receiveForApp } from '../../core/connections/commands/receive.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import type { Deps } from '../deps.ts';

// Platforms send whole products, with up to 2,048 variants. Only who they are about is read.
const BODY_BYTES_MAX = 4 * 1024 * 1024;

type HookDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'clock' | 'log' | 'limits'>;

/**
 * Registers the routes for webhooks of stores' commerce platforms, and for those that a platform sends for all stores that have our app.
 * The body stays raw, because its bytes are signed.
 */
export function registerPlatformHooks(app: App, deps: HookDeps): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const bodyLimit = BODY_BYTES_MAX;
    const params = Type.Object({ connection: Type.String({ maxLength: 100 }) });
    scope.post<{ Params: { connection: string } }>(
      '/webhooks/commerce/:connection',
      { bodyLimit, schema: { hide: true, params } },
      async (request, reply) => {
        const hookId = request.params.connection.toLowerCase();
        deps.limits.reads.take(request.clientAddress, hookId);
        await receiveChange(deps, { hookId, ...receivedOf(request) });
        return taken(reply);
      },
    );
    scope.post('/webhooks/platform-app', { bodyLimit, schema: { hide: true } }, async (request, reply) => {
      deps.limits.reads.take(request.clientAddress, 'platform-app');
      await receiveForApp(deps, receivedOf(request));
      return taken(reply);
    });
    done();
  });
}

function taken(reply: FastifyReply): { received: true } {
  // WooCommerce shows its merchant an error for each other code.
  reply.header('cache-control', 'no-store').code(200);
  return { received: true };
}

function receivedOf({ body, headers }: Pick<FastifyRequest, 'body' | 'headers'>) {
  const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(' ') : value]);
  return { body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers: Object.fromEntries(texts) };
}
