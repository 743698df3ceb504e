import { findAsset } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';
import { Type } from '../../platform/type.ts';
import { assetName } from '../brand.ts';
import type { Deps } from '../deps.ts';

const Params = Type.Object({ key: Type.String({ maxLength: 100 }), file: Type.String({ maxLength: 100 }) });

// A year, the longest that caches take. The content never changes, because its hash is in the address.
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Registers `GET /brand/{key}/{file}`: the logo or font of the store with this public key, which its pages show. */
export function registerAssets(app: App, { db, limits }: Pick<Deps, 'db' | 'limits'>): void {
  app.get('/brand/:key/:file', { schema: { hide: true, params: Params } }, async (request, reply) => {
    const { key, file } = request.params;
    limits.reads.take(request.clientAddress, key);
    const hash = file.split('.')[0] ?? '';
    const asset = await findAsset(db, key, hash);
    if (!asset || file !== assetName({ hash, type: asset.type }))
      throw new AppError('not_found', 'There is no such file.');
    const etag = `"${hash}"`;
    reply.headers({
      'content-type': asset.type,
      'cache-control': CACHE_CONTROL,
      // Only pages of this installation show it, also those of another port.
      'cross-origin-resource-policy': 'same-site',
      // Save for fonts: the provider's card form, a frame of another site, has the store's.
      ...(asset.type.startsWith('font/') && { 'access-control-allow-origin': '*' }),
      // Opened by itself, it can do nothing, whatever its bytes are.
      'content-security-policy': "default-src 'none'; sandbox",
      etag,
    });
    if (etagMatches(request.headers['if-none-match'], etag)) return sendUnchanged(request, reply, asset.bytes);
    return reply.send(asset.bytes);
  });
}
