import Type from 'typebox';
import { receiveChange } from '../../core/connections/commands/receive.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';

// Platforms send whole products, with up to 2,048 variants. Only who they are about is read.
const BODY_BYTES_MAX = 4 * 1024 * 1024;

type HookDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'clock' | 'log' | 'limits'>;

/** Registers the route for webhooks of stores' commerce platforms. The body stays raw, because its bytes are signed. */
export function registerPlatformHooks(app: App, deps: HookDeps): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post<{ Params: { connection: string } }>(
      '/webhooks/commerce/:connection',
      {
        bodyLimit: BODY_BYTES_MAX,
        schema: { hide: true, params: Type.Object({ connection: Type.String({ maxLength: 100 }) }) },
      },
      async (request, reply) => {
        const hookId = request.params.connection.toLowerCase();
        deps.limits.reads.take(request.clientAddress, hookId);
        reply.header('cache-control', 'no-store').code(202);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.join(' ') : value,
          ]),
        );
        await receiveChange(deps, { hookId, body, headers });
        return { received: true };
      },
    );
    done();
  });
}
