import { findStoreByKey } from '../../../core/stores/queries.ts';
import { storeLocale, translate } from '../../../messages/catalogue.ts';
import type { FrameAssets } from '../../../platform/browser-build.ts';
import { html } from '../../../platform/html.ts';
import type { PlacementDocument } from '../../../protocol/wire/views.ts';
import type { LoadedAnswer } from '../../answer-cache.ts';
import { fontOf } from '../../brand.ts';
import type { Deps } from '../../deps.ts';
import { scriptedPage } from '../../page.ts';
import { ISOLATION_HEADERS } from '../embedding.ts';

const DATA: PlacementDocument = { waitlist: null, chosen: null };

/** Loads the document of the link with the words of the law, which opens the page to withdraw. A key that no store has gets no link. */
export async function loadWithdrawalLink(
  { db }: Pick<Deps, 'db'>,
  assets: FrameAssets,
  { storeKey, language }: { storeKey: string; language: string | undefined },
): Promise<LoadedAnswer> {
  const store = await findStoreByKey(db, storeKey);
  const locale = storeLocale(language, store?.mode);
  const title = translate(locale, 'status.withdraw');
  const address = store && `/withdraw/${store.publicKey}?${new URLSearchParams({ lang: locale })}`;
  const body = html`${address && html`<a href="${address}" target="_blank" rel="noopener">${title}</a>`}`;
  const content = scriptedPage(assets, {
    locale,
    title,
    data: DATA,
    body,
    headers: ISOLATION_HEADERS,
    small: true,
    store: fontOf(store),
    onlyFont: true,
  });
  return { storeId: store?.id ?? null, productId: null, msUntilChange: null, content };
}
