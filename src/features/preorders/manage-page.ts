import { translate } from '../../messages/catalogue.ts';
import type { FrameAssets } from '../../platform/browser-build.ts';
import { html } from '../../platform/html.ts';
import type { App } from '../../platform/http.ts';
import type { BegunStatus } from '../../protocol/schema/status-api.ts';
import type { Deps } from '../deps.ts';
import { markUsed } from '../links/commands.ts';
import { deadPage, linkDocument, withWhole, wordsOf } from '../links/page.ts';
import { type LinkAnswer, type LinkFacts, registerLinkPage } from '../links/routes.ts';
import { framePage } from '../placements/frame-page.ts';
import { view } from './status-access.ts';
import { statusData } from './status-document.ts';
import { beginGuestSession, sealSession } from './status-session.ts';

type ManageDeps = Pick<Deps, 'db' | 'secrets' | 'limits'>;

/**
 * `/links/manage/…`: opens one pre-order with the right to change it. A link that somebody asked for opens it once; those
 * that mails bring by themselves open it until their time is over. What is shown then is the status frame, as a page.
 */
export function registerManagePage(app: App, deps: ManageDeps, assets: FrameAssets): void {
  registerLinkPage(app, deps, {
    purpose: 'manage',
    show: (facts) => (isSpent(facts) ? spent(facts) : { markup: openingPage(facts) }),
    async act(facts) {
      const first = await markUsed(deps.db, facts.link);
      return !first && isOnce(facts) ? spent(facts) : statusPage(deps, assets, facts);
    },
  });
}

function isOnce({ link }: LinkFacts): boolean {
  return link.detail?.once === true;
}

function isSpent(facts: LinkFacts): boolean {
  return facts.link.used && isOnce(facts);
}

function spent({ preorder }: LinkFacts): LinkAnswer {
  return { status: 404, markup: deadPage(preorder.locale, 'gone') };
}

function openingPage({ preorder, store }: LinkFacts): string {
  const { locale, reference } = preorder;
  const words = wordsOf(locale);
  const body = html`<p>${withWhole(words('link.manage.text', { reference, store: store.name }), reference)}</p>
<form method="post"><button>${words('link.manage.open')}</button></form>`;
  return linkDocument({ locale, store, title: words('link.manage.title') }, body);
}

async function statusPage(deps: ManageDeps, assets: FrameAssets, { preorder, store }: LinkFacts): Promise<LinkAnswer> {
  const { locale } = preorder;
  const session = await beginGuestSession(deps, { store, locale }, { preorderId: preorder.id, confirmed: true });
  const begun: BegunStatus = { ...(await sealSession(deps, session)), preorder: view(preorder, session, store) };
  const page = framePage(assets, {
    locale,
    title: `${preorder.reference} – ${translate(locale, 'status.title')}`,
    data: { ...statusData(store, locale), begun },
    policy: { 'connect-src': ["'self'"], 'frame-ancestors': ["'none'"] },
  });
  return { markup: page.body, headers: page.headers ?? {} };
}
