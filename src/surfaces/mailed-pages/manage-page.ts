import { markUsed } from '../../core/links/commands.ts';
import type { LinkFacts } from '../../core/links/queries.ts';
import { html } from '../../platform/html.ts';
import type { App } from '../../platform/http.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { Deps } from '../deps.ts';
import { keepOnOneLine } from '../page.ts';
import { registerLinkPage } from './link-routes.ts';
import { goneAnswer, type LinkAnswer, linkDocument, wordsOf } from './page.ts';

type ManageDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>;

/**
 * Registers `/links/manage/…`, which opens one pre-order with the right to change it. A requested link works once; links in
 * other mails work until they expire. `statusPage` makes the page that is then shown.
 */
export function registerManagePage(
  app: App,
  deps: ManageDeps,
  statusPage: (facts: LinkFacts<'manage'>) => Promise<Content>,
): void {
  registerLinkPage(app, deps, {
    purpose: 'manage',
    show: (facts) => (isSpent(facts) ? spent(facts) : openingPage(facts)),
    async act(facts) {
      const first = await markUsed(deps.db, facts.link);
      if (!first && isOnce(facts)) return spent(facts);
      const { body: markup, headers = {} } = await statusPage(facts);
      return { markup, headers };
    },
  });
}

function isOnce({ link }: LinkFacts<'manage'>): boolean {
  return link.detail?.once === true;
}

function isSpent(facts: LinkFacts<'manage'>): boolean {
  return facts.link.used && isOnce(facts);
}

function spent({ preorder, store }: LinkFacts<'manage'>): LinkAnswer {
  return goneAnswer(preorder.locale, store);
}

function openingPage({ preorder, store }: LinkFacts<'manage'>): LinkAnswer {
  const { locale, reference } = preorder;
  const words = wordsOf(locale);
  const body = html`<p>${keepOnOneLine(words('link.manage.text', { reference, store: store.name }), reference)}</p>
<form method="post"><button>${words('link.manage.open')}</button></form>`;
  return linkDocument({ locale, store, title: words('link.manage.title') }, body);
}
