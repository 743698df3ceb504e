import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { KNOWN_PATHS } from '../known-address.ts';
import { type KnownAddress, openKnownAddress } from './known-routes.ts';
import { send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS } from './page.ts';
import { readReceipt } from './receipt.ts';

/** Registers `/links/receipt/{public key}/{token}`: the receipt of a pre-order, to print and to save. */
export function registerReceipt(app: App, deps: Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>): void {
  app.get<KnownAddress>(`${KNOWN_PATHS.receipt}/:key/:token`, { schema: { hide: true } }, async (request, reply) => {
    const known = await openKnownAddress(deps, request, 'receipt');
    if ('markup' in known) return send(reply.headers(DEAD_PAGE_HEADERS), known);
    return send(reply, await readReceipt(deps.db, { ...known, locale: known.preorder.locale }));
  });
}
