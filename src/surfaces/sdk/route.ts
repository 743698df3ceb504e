import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { acceptsEncoding } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';

// Short, so that a fixed script reaches every page within minutes. The old script is used while the new one is fetched.
const MAX_AGE_S = 300;
const STALE_WHILE_REVALIDATE_S = 86_400;

/** Registers `GET /api/v1/service.js`: one script for all stores, compressed once at the best level. */
export function registerSdk(app: App, sdk: string): void {
  const tag = createHash('sha256').update(sdk).digest('base64url').slice(0, 22);
  const encodings = {
    br: brotliCompressSync(sdk),
    gzip: gzipSync(sdk, { level: 9 }),
    identity: Buffer.from(sdk),
  };
  app.get('/api/v1/service.js', { schema: { hide: true } }, (request, reply) => {
    const encoding = (['br', 'gzip'] as const).find((name) => acceptsEncoding(request, name)) ?? 'identity';
    // A strong ETag has to differ for each encoding.
    const etag = `"${tag}-${encoding}"`;
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': `public, max-age=${MAX_AGE_S}, stale-while-revalidate=${STALE_WHILE_REVALIDATE_S}`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
      etag,
    });
    const body = encodings[encoding];
    if (etagMatches(request.headers['if-none-match'], etag)) return sendUnchanged(request, reply, body);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.send(body);
  });
}
