import type { Store } from '../../core/stores/queries.ts';
import { storeLocale } from '../../messages/catalogue.ts';
import type { App } from '../../platform/http.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { Deps } from '../deps.ts';
import { KNOWN_PATHS } from '../known-address.ts';
import { type Known, type KnownAddress, openKnownAddress, openStoreAddress } from './known-routes.ts';
import { languageOf, send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS } from './page.ts';

type OwnPageDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>;
type LookUpAddress = { Params: { key: string }; Querystring: Partial<Record<string, unknown>> };
type Pages = {
  statusPage(known: Known): Promise<Content>;
  lookUpPage(of: { store: Store; locale: string }): Content;
};

/**
 * Registers `/links/preorder/{public key}/{token}`: the page of one pre-order, to which the confirmation and the last pages of other
 * links lead on. It shows what a look-up shows, because its address stays in histories: a change needs a mailed link. Without a token it
 * is the page on which people find their pre-order, with `?lang=`: the page of a link that does not work leads there.
 */
export function registerOwnPage(app: App, deps: OwnPageDeps, { statusPage, lookUpPage }: Pages): void {
  const path = KNOWN_PATHS['own-page'];
  const options = { schema: { hide: true } };
  app.get<KnownAddress>(`${path}/:key/:token`, options, async (request, reply) => {
    reply.headers(DEAD_PAGE_HEADERS);
    const known = await openKnownAddress(deps, request, 'own-page');
    if ('markup' in known) return send(reply, known);
    const { body: markup, headers = {} } = await statusPage(known);
    return send(reply, { markup, headers });
  });
  app.get<LookUpAddress>(`${path}/:key`, options, async (request, reply) => {
    reply.headers(DEAD_PAGE_HEADERS);
    const opened = await openStoreAddress(deps, request);
    if ('markup' in opened) return send(reply, opened);
    const { lang } = request.query;
    const locale = storeLocale(typeof lang === 'string' ? lang : languageOf(request), opened.store.mode);
    const { body: markup, headers = {} } = lookUpPage({ ...opened, locale });
    return send(reply, { markup, headers });
  });
}
