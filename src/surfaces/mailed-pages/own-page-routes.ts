import type { App } from '../../platform/http.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { Deps } from '../deps.ts';
import { KNOWN_PATHS } from '../known-address.ts';
import { type Known, type KnownAddress, openKnownAddress } from './known-routes.ts';
import { send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS } from './page.ts';

type OwnPageDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>;

/**
 * Registers `/links/preorder/{public key}/{token}`: the page of one pre-order, to which the confirmation and the last pages of other
 * links lead on. It shows what a look-up shows, because its address stays in histories: a change needs a mailed link.
 */
export function registerOwnPage(app: App, deps: OwnPageDeps, statusPage: (known: Known) => Promise<Content>): void {
  app.get<KnownAddress>(
    `${KNOWN_PATHS['own-page']}/:key/:token`,
    { schema: { hide: true } },
    async (request, reply) => {
      reply.headers(DEAD_PAGE_HEADERS);
      const known = await openKnownAddress(deps, request, 'own-page');
      if ('markup' in known) return send(reply, known);
      const { body: markup, headers = {} } = await statusPage(known);
      return send(reply, { markup, headers });
    },
  );
}
