import { findStoreByKey } from '../../../core/stores/queries.ts';
import { type MessageKey, storeLocale, translate } from '../../../messages/catalogue.ts';
import type { FrameAssets } from '../../../platform/browser-build.ts';
import { createCompression } from '../../../platform/compression.ts';
import { html } from '../../../platform/html.ts';
import type { App } from '../../../platform/http.ts';
import type { LoadedAnswer } from '../../answer-cache.ts';
import { answerRead } from '../../answers.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { closeButton, frameAncestors, ISOLATION_HEADERS } from '../embedding.ts';
import { FrameQuery, productNameOf } from '../query.ts';

/**
 * Registers `GET /frames/1/isolated`. The SDK opens it instead of the checkout in a cross-origin isolated page, where payment
 * providers' scripts do not run. It links to `/checkout` in the same tab, with its own query.
 */
export function registerIsolatedDocument(
  app: App,
  deps: Pick<Deps, 'db' | 'answers' | 'limits'>,
  assets: FrameAssets,
): void {
  app.get(
    '/frames/1/isolated',
    { schema: { hide: true, querystring: FrameQuery }, onSend: createCompression() },
    (request, reply) => {
      const { key: storeKey, lang: language } = request.query;
      productNameOf(request.query);
      const about = `isolated ${storeLocale(language, 'test')}`;
      const load = () => loadIsolatedDocument(deps, assets, { storeKey, language });
      return answerRead(deps, { request, reply }, { storeKey, about, load });
    },
  );
}

type IsolatedQuestion = { storeKey: string; language: string | undefined };

/** Loads the document, which is the same for all products: only the checkout shows the product. */
async function loadIsolatedDocument(
  { db }: Pick<Deps, 'db'>,
  assets: FrameAssets,
  { storeKey, language }: IsolatedQuestion,
): Promise<LoadedAnswer> {
  const store = await findStoreByKey(db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const text = (key: MessageKey) => translate(locale, key);
  const body = html`<main aria-label="${text('modal.title')}">
${closeButton(text('learn.close'))}
<h1 tabindex="-1">${text('isolated.title')}</h1>
<p>${translate(locale, 'isolated.text', { back: text('checkout.back_to_store') })}</p>
<a id="go" class="button button--primary button--wide" target="_top" referrerpolicy="same-origin">${text('isolated.link')}</a>
</main>`;
  const content = scriptedPage(assets, {
    locale,
    title: text('modal.title'),
    data: null,
    store,
    body,
    policy: { 'connect-src': ["'self'"], 'frame-ancestors': frameAncestors(store) },
    headers: { 'cache-control': 'no-store', ...ISOLATION_HEADERS },
  });
  return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content };
}
