import type { FastifyRequest } from 'fastify';
import { findStoreOfShop, openConnection } from '../../core/connections/queries.ts';
import { readNow } from '../../core/preorders/queries.ts';
import { findStoreByKey, readSharedSecrets } from '../../core/stores/queries.ts';
import { keyOfMoment } from '../../core/stores/status-key.ts';
import { AppError } from '../../domain/error.ts';
import { readShopDomain } from '../../domain/shop-domain.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import type { Deps } from '../deps.ts';
import { type ProxyRequest, readProxyRequest } from './signature.ts';
import { tokenLiquid } from './token-liquid.ts';

type ProxyDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'limits'>;

/**
 * Registers what Shopify's app proxy asks for a page of a connected store: Liquid, which Shopify renders to the status token of
 * the customer who is signed in there. All that it holds is a key of one second (docs/decisions/0384).
 */
export function registerShopifyProxy(app: App, deps: ProxyDeps): void {
  app.get<{ Params: { key: string } }>(
    '/shopify/:key/status-token',
    { schema: { hide: true, params: Type.Object({ key: Type.String({ maxLength: 100 }) }) } },
    async (request, reply) => {
      const key = request.params.key.toLowerCase();
      deps.limits.reads.take(request.clientAddress, key);
      const { storeId, asked } = await verify(deps, request, key);
      reply.header('cache-control', 'no-store').type('application/liquid');
      const [secret] = await readSharedSecrets(deps, storeId);
      if (!secret || asked.customerId === null) return '';
      const iat = asked.sentAt; // a copied request gives nothing that the first one did not
      return tokenLiquid({ customerId: asked.customerId, iat, key: keyOfMoment(secret.text, iat) });
    },
  );
}

type Verified = { storeId: string; asked: ProxyRequest };

// The address of the operator's app, which has one for all its merchants: the store is the one that has the account.
const OF_APP = 'app';

/** Throws `invalid_signature`, whatever is wrong: an answer does not tell which stores are connected. */
async function verify(deps: ProxyDeps, { url }: FastifyRequest, key: string): Promise<Verified> {
  const query = new URL(url, 'http://proxy.example').searchParams;
  const storeId =
    key === OF_APP
      ? await findStoreOfShop(deps.db, 'shopify', query.get('shop') ?? '')
      : (await findStoreByKey(deps.db, key))?.id;
  const opened = storeId && (await openConnection(deps, storeId));
  if (storeId && opened && opened.platform.kind === 'shopify') {
    const now = Math.floor((await readNow(deps.db)) / 1_000);
    const asked = readProxyRequest(query, { secrets: opened.webhookSecrets, now });
    // An app may be installed in several stores, and signs for all of them with one secret.
    if (asked && asked.shop === readShopDomain(opened.address ?? '')) return { storeId, asked };
  }
  throw new AppError('invalid_signature', 'The signature does not fit.');
}
