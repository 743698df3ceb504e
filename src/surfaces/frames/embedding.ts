import type { IncomingHttpHeaders } from 'node:http';
import type { Store } from '../../core/stores/queries.ts';
import { type Html, html } from '../../platform/html.ts';

/** The close button of a card over the page. `frames/card.ts` shows it if the card is embedded in a page. */
export const closeButton = (label: string): Html =>
  html`<button id="close" class="icon-button" type="button" aria-label="${label}" hidden><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg></button>`;

/** Headers of frames without payment, which may be embedded in cross-origin isolated pages. */
export const ISOLATION_HEADERS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Returns the same headers for a frame that shows pictures of other sites, which say nothing of being embedded. `credentialless`
 * loads them without cookies. Safari does not know it and would not show the frame in an isolated page; there a picture
 * needs the consent of its site.
 */
export function isolationWithPictures({ 'user-agent': browser = '' }: IncomingHttpHeaders): typeof ISOLATION_HEADERS {
  const isKnown = /(Chrome|Firefox)\//.test(browser);
  return isKnown ? { ...ISOLATION_HEADERS, 'cross-origin-embedder-policy': 'credentialless' } : ISOLATION_HEADERS;
}

/** Returns the sources of pictures. A test store may be on a developer's own machine, where nothing has a certificate. */
export function pictureSources(store: Pick<Store, 'mode'> | null): string[] {
  return store?.mode === 'test' ? ['https:', 'http:'] : ['https:'];
}

/** Returns whether `frameAncestors` allows that origin to embed the store's frames. */
export function mayEmbed(store: Pick<Store, 'mode' | 'origins'> | null, origin: string): boolean {
  const ancestors = frameAncestors(store);
  return ancestors.includes('*') || ancestors.includes(origin);
}

/** Returns the origins that may embed a frame in which a shopper acts: the store's registered ones; any for a test store. */
export function frameAncestors(store: Pick<Store, 'mode' | 'origins'> | null): string[] {
  if (store === null || store.mode === 'test') return ['*'];
  return store.origins.length > 0 ? store.origins : ["'none'"];
}
