import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BrowserBuild } from '../../platform/browser-build.ts';
import { acceptsEncoding } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';
import type { Deps } from '../deps.ts';
import { noteScript } from '../sightings.ts';

// Short, so that a fixed script reaches every page within minutes. The old script is used while the new one is fetched.
const MAX_AGE_S = 300;
const STALE_WHILE_REVALIDATE_S = 86_400;

/**
 * Registers `GET /api/v1/service.js`: one script for all stores. Asked for as `service.js?service-debug`, it is the same script
 * behind another that prints what it does.
 */
export function registerSdk(
  app: App,
  deps: Pick<Deps, 'sightings' | 'baseUrl' | 'portalUrl'>,
  { sdk, debug }: Pick<BrowserBuild, 'sdk' | 'debug'>,
): void {
  const plain = compress(sdk);
  const debugged = compress(`${debug}\n${sdk}`);
  app.get('/api/v1/service.js', { schema: { hide: true } }, (request, reply) => {
    noteScript(deps, request.headers);
    const { tag, encodings } = Object.hasOwn(request.query as object, 'service-debug') ? debugged : plain;
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

/** Compresses a script once, at the best level. */
function compress(script: string) {
  const tag = createHash('sha256').update(script).digest('base64url').slice(0, 22);
  const encodings = {
    br: brotliCompressSync(script),
    gzip: gzipSync(script, { level: 9 }),
    identity: Buffer.from(script),
  };
  return { tag, encodings };
}
