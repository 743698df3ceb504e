import { readerLocale } from '../../messages/catalogue.ts';
import type { BrowserBuild } from '../../platform/browser-build.ts';
import { createCompression } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import { PROTOCOL } from '../../protocol/wire/frame-messages.ts';
import type { Deps } from '../deps.ts';
import { answerRead } from './answer.ts';
import { FrameQuery, productNameOf } from './frame-query.ts';
import { loadPlacement } from './frames.ts';

/** `GET /frames/1/button` and `/frames/1/price`: the documents of placements, cacheable like `/availability`. */
export function registerPlacementDocuments(
  app: App,
  deps: Pick<Deps, 'db' | 'clock' | 'answers' | 'limits'>,
  build: BrowserBuild,
): void {
  for (const type of ['button', 'price'] as const) {
    const assets = build.frame(type);
    app.get(
      `/frames/${PROTOCOL}/${type}`,
      { schema: { hide: true, querystring: FrameQuery }, onSend: createCompression() },
      (request, reply) => {
        const { key: storeKey, lang: language } = request.query;
        const name = productNameOf(request.query);
        const about = `${type} ${JSON.stringify(name)} ${readerLocale(language)}`;
        const load = () => loadPlacement(deps, assets, { type, storeKey, name, language });
        return answerRead(deps, { request, reply }, { storeKey, about, load });
      },
    );
  }
}
