import { readerLocale } from '../../../messages/catalogue.ts';
import type { BrowserBuild } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import type { App } from '../../../platform/http.ts';
import { PROTOCOL } from '../../../protocol/wire/frame-messages.ts';
import { answerRead } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { notePlacement } from '../../sightings.ts';
import { FrameQuery, productNameOf, StoreQuery } from '../query.ts';
import { loadPlacement } from './documents.ts';
import { loadLearnMore } from './learn-more.ts';
import { loadWithdrawalLink } from './withdrawal.ts';

/**
 * Registers `GET /frames/1/button`, `/frames/1/price` and `/frames/1/learn-more`: the documents about a product, and `/frames/1/withdrawal`,
 * the link to withdraw. They are cached like `/availability`.
 */
export function registerPlacementDocuments(
  app: App,
  deps: Pick<Deps, 'db' | 'clock' | 'answers' | 'limits' | 'sightings' | 'baseUrl' | 'portalUrl'>,
  build: BrowserBuild,
): void {
  const held = build.part('button/held');
  const options = { schema: { hide: true, querystring: StoreQuery }, onSend: createCompression() };
  app.get(`/frames/${PROTOCOL}/withdrawal`, options, (request, reply) => {
    const { key: storeKey, lang: language } = request.query;
    const load = () => loadWithdrawalLink(deps, build.frame('withdrawal'), { storeKey, language });
    return answerRead(deps, { request, reply }, { storeKey, about: `withdrawal ${readerLocale(language)}`, load });
  });
  for (const type of ['button', 'price', 'learn-more'] as const) {
    app.get(
      `/frames/${PROTOCOL}/${type}`,
      { schema: { hide: true, querystring: FrameQuery }, onSend: createCompression() },
      (request, reply) => {
        const { key: storeKey, lang: language } = request.query;
        const name = productNameOf(request.query);
        const about = `${type} ${JSON.stringify(name)} ${readerLocale(language)}`;
        const question = { storeKey, name, language };
        const assets = build.frame(type);
        const load = () =>
          type === 'learn-more'
            ? loadLearnMore(deps, assets, question)
            : loadPlacement(deps, { ...assets, developer: build.developer, held }, { type, ...question });
        if (type !== 'learn-more') notePlacement(deps, request.headers, { storeKey, name });
        return answerRead(deps, { request, reply }, { storeKey, about, load });
      },
    );
  }
}
