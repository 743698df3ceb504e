import type { Store } from '../../core/stores/queries.ts';
import { type Html, html } from '../../platform/html.ts';

/** The cross of a card over the page (`frames/card.ts`, which shows it where there is a page). */
export const closeButton = (label: string): Html =>
  html`<button id="close" class="icon-button" type="button" aria-label="${label}" hidden><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg></button>`;

/** For frames without payment: they may stand in pages that are cross-origin isolated. */
export const ISOLATION_HEADERS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Whether that origin may embed what `frameAncestors` lets these embed. */
export function mayEmbed(store: Pick<Store, 'mode' | 'origins'> | null, origin: string): boolean {
  const ancestors = frameAncestors(store);
  return ancestors.includes('*') || ancestors.includes(origin);
}

/** Who may embed a frame in which a shopper acts: the store's registered pages; a test store is shown anywhere. */
export function frameAncestors(store: Pick<Store, 'mode' | 'origins'> | null): string[] {
  if (store === null || store.mode === 'test') return ['*'];
  return store.origins.length > 0 ? store.origins : ["'none'"];
}
