import type { Preorder } from '../../core/preorders/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { type Html, html } from '../../platform/html.ts';
import type { Deps } from '../deps.ts';
import { knownPath } from '../known-address.ts';
import { wordsOf } from './page.ts';

/** Returns the button with which a page that has done its work leads on to the pre-order; null once its customer is erased. */
export function wayOn(
  deps: Pick<Deps, 'secrets'>,
  { store, preorder: { contact, ...preorder } }: { store: Store; preorder: Preorder },
): Html | null {
  if (!contact) return null;
  const path = knownPath(deps, { purpose: 'own-page', store }, { ...preorder, contact });
  return html`<p class="actions"><a class="button button--primary" href="${path}">${wordsOf(preorder.locale)('mail.manage')}</a></p>`;
}
