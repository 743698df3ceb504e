import { receiveEvent } from '../../core/accounts/commands/receive.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import type { Deps } from '../deps.ts';

const BODY_BYTES_MAX = 256 * 1024; // events hold whole objects

/**
 * Registers the routes for providers' events about an account's payments. The body stays raw, because its bytes are
 * signed.
 */
export function registerAccountHooks(app: App, deps: HookDeps): void {
  app.register((scope, _options, done) => {
    registerHook(scope as App, deps);
    done();
  });
}

type HookDeps = Pick<Deps, 'db' | 'secrets' | 'accounts' | 'outbox' | 'clock' | 'limits'>;

function registerHook(scope: App, deps: HookDeps): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
    done(null, body),
  );
  scope.post(
    '/webhooks/stripe/:hook',
    {
      bodyLimit: BODY_BYTES_MAX,
      schema: { hide: true, params: Type.Object({ hook: Type.String({ maxLength: 100 }) }) },
    },
    async (request, reply) => {
      // A release causes thousands of events within minutes. The provider retries those that are refused.
      deps.limits.reads.take(request.clientAddress, request.params.hook);
      reply.header('cache-control', 'no-store');
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['stripe-signature'];
      await receiveEvent(deps, {
        hookId: request.params.hook.toLowerCase(),
        body,
        signature: typeof signature === 'string' ? signature : '',
      });
      return { received: true };
    },
  );
}
