import type { FastifyReply } from 'fastify';
import { openApp } from '../../core/connections/commands/open-app.ts';
import { AppError } from '../../domain/error.ts';
import { CommerceError, type PlatformApp } from '../../integrations/commerce/port.ts';
import { shopifyDe } from '../../messages/portal/shopify-de.ts';
import { shopifyEn } from '../../messages/portal/shopify-en.ts';
import type { App } from '../../platform/http.ts';
import { Type } from '../../platform/type.ts';
import type { Deps } from '../deps.ts';
import { staffTexts } from '../portal-texts.ts';
import { type AppPage, appPage, type ShownInApp } from './page.ts';

type AppDeps = Pick<Deps, 'db' | 'secrets' | 'platforms' | 'limits' | 'clock' | 'log' | 'portalUrl'>;
type Opened = { id_token?: string; locale?: string };

const Query = Type.Object({
  id_token: Type.Optional(Type.String({ maxLength: 8_192 })),
  locale: Type.Optional(Type.String({ maxLength: 40 })),
});

/**
 * Registers the page that Shopify's admin shows in a frame when a merchant opens the operator's public app. Only the token that Shopify
 * signs says which store it is; every other parameter of its address is anybody's.
 */
export function registerShopifyApp(app: App, deps: AppDeps): void {
  app.get<{ Querystring: Opened }>(
    '/shopify/app',
    { schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const own = deps.platforms.app;
      if (own?.kind !== 'shopify') throw new AppError('not_found', 'There is nothing here.');
      deps.limits.writes.take(request.clientAddress, 'shopify-app');
      const { id_token: token, locale = 'en' } = request.query;
      const shown = await openFor(deps, own, token);
      // It is answered with a page, so the log is told here.
      if (shown.kind === 'outside' && token !== undefined)
        deps.log.info({ request_id: request.id, code: 'invalid_token' }, 'request refused');
      return send(
        reply,
        appPage(
          { ...staffTexts(locale, { en: shopifyEn, de: shopifyDe }), app: own, portalUrl: deps.portalUrl },
          shown,
        ),
      );
    },
  );
}

async function openFor(deps: AppDeps, app: PlatformApp, token: string | undefined): Promise<ShownInApp> {
  const session = token === undefined ? null : await app.readSession(token, deps.clock.now());
  if (!session) return { kind: 'outside', status: token === undefined ? 200 : 401 };
  const { shop } = session;
  try {
    return { ...(await openApp(deps, app, session)), shop };
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    deps.log.warn({ err: error, shop }, 'the app was opened, and Shopify gave no token');
    return { kind: 'away', shop };
  }
}

function send(reply: FastifyReply, { status, headers, body }: AppPage): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
