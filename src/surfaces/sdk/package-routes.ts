import { createHash } from 'node:crypto';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';
import type { Deps } from '../deps.ts';

const PACKAGES = ['loader', 'react', 'admin-client'] as const;

/** Resolves with the tarball of a package. */
export type Tarballs = (name: (typeof PACKAGES)[number]) => Promise<Buffer>;

/**
 * Registers `GET /packages/loader.tgz`, `react.tgz` and `admin-client.tgz`, which npm installs (docs/decisions/0315). They fit
 * the SDK and the private API of this service, because they come from the same sources.
 */
export function registerPackages(app: App, { limits }: Pick<Deps, 'limits'>, tarballs: Tarballs): void {
  for (const name of PACKAGES) {
    app.get(`/packages/${name}.tgz`, { schema: { hide: true } }, async (request, reply) => {
      limits.reads.take(request.clientAddress, 'packages');
      const body = await tarballs(name).catch((cause: unknown) => {
        const detail = cause instanceof Error ? cause.message : String(cause);
        throw new AppError('unavailable', 'The packages cannot be built at the moment.', { detail });
      });
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      // A new version of the service has other packages at the same address, so caches have to ask.
      reply.headers({ 'content-type': 'application/gzip', 'cache-control': 'public, no-cache', etag });
      if (etagMatches(request.headers['if-none-match'], etag)) return sendUnchanged(request, reply, body);
      return reply.send(body);
    });
  }
}
