import type { OpenedApp } from '../../core/connections/commands/open-app.ts';
import type { PlatformApp } from '../../integrations/commerce/port.ts';
import type { ShopifyText } from '../../messages/portal/shopify-en.ts';
import { type Html, html } from '../../platform/html.ts';
import { withTokens } from '../../platform/style-tokens.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { pageMarkup, policyText, sourceOf } from '../page.ts';
import type { Texts } from '../portal-texts.ts';

export type ShownInApp =
  | (OpenedApp & { shop: string })
  | { kind: 'away'; shop: string }
  | { kind: 'outside'; status: number };

export type AppPage = { status: number; headers: Record<string, string>; body: string };

type Around = Texts<ShopifyText> & { app: PlatformApp; portalUrl: string };

// Shopify asks every app in a frame of its admin for this script. The page says the same without it.
const SHOPIFY_SCRIPTS = 'https://cdn.shopify.com';
const ADMIN = 'https://admin.shopify.com';

const STYLE = withTokens(`
:root { color-scheme: light dark; }
body { margin: 0; background: var(--page); color: var(--text); font: 400 var(--page-text-md)/1.5 var(--font); overflow-wrap: anywhere; }
main { box-sizing: border-box; max-inline-size: 34rem; margin: 0 auto; padding: var(--space-8) var(--space-4) var(--space-12); }
.card { padding: var(--space-6); border: 1px solid var(--line); border-radius: var(--radius-lg); background: var(--card); }
h1 { margin: 0 0 var(--space-2); font-size: var(--page-text-title); line-height: 1.25; letter-spacing: -.01em; }
p { margin: 0 0 var(--space-4); }
p:last-child { margin: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: var(--space-2) var(--space-4); margin: 0 0 var(--space-4); }
dt { color: var(--text-muted); }
dd { margin: 0; }
.code { font: 600 var(--page-text-title)/1.25 var(--font); font-variant-numeric: tabular-nums; letter-spacing: .08em; }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
.button { display: inline-block; padding: var(--space-3) var(--space-5); border-radius: var(--radius); background: var(--action); color: var(--action-text); font-weight: 600; text-decoration: none; }
.button:hover { background: var(--action-hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }`);

/** Makes the page of the app: only the store whose token opened it, and Shopify's admin, may show it in a frame. */
export function appPage(around: Around, shown: ShownInApp): AppPage {
  const { locale, t, app } = around;
  const ancestors = shown.kind === 'outside' ? ["'none'"] : [`https://${shown.shop}`, ADMIN];
  const head = html`<meta name="color-scheme" content="light dark">
${shown.kind !== 'outside' && html`<meta name="shopify-api-key" content="${app.clientId}"><script src="${SHOPIFY_SCRIPTS}/shopifycloud/app-bridge.js"></script>`}`;
  const body = html`<main><div class="card">${contentOf(around, shown)}</div></main>`;
  return {
    status: statusOf(shown),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyText({
        'default-src': ["'none'"],
        'script-src': shown.kind === 'outside' ? ["'none'"] : [SHOPIFY_SCRIPTS],
        'style-src': [sourceOf(STYLE)],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ancestors,
      }),
      ...PAGE_HEADERS,
    },
    body: pageMarkup({ locale, title: t('title'), style: STYLE, head, body }),
  };
}

function statusOf(shown: ShownInApp): number {
  if (shown.kind === 'outside') return shown.status;
  return shown.kind === 'away' ? 503 : 200;
}

function contentOf({ t, app, portalUrl }: Around, shown: ShownInApp): Html {
  // In a frame of the admin, a link opens beside it.
  const leave = (href: string, text: string) =>
    html`<p><a class="button" href="${href}" target="_blank" rel="noopener noreferrer">${text}</a></p>`;
  switch (shown.kind) {
    case 'connected':
      return html`<h1>${t('connected')}</h1><p>${t('connected.text', { store: shown.storeName })}</p>
${leave(portalUrl, t('portal'))}`;
    case 'code':
      return html`<h1>${t('code')}</h1><p>${t('code.text')}</p>
<dl><dt>${t('address')}</dt><dd>${shown.shop}</dd><dt>${t('code.label')}</dt><dd class="code">${shown.code}</dd></dl>
${leave(portalUrl, t('portal'))}<p class="muted">${t('code.once', { count: shown.minutes })}</p>`;
    case 'scopes_missing':
      return html`<h1>${t('scopes')}</h1><p>${t('scopes.text', { scopes: shown.missing.join(', ') })}</p>
${leave(app.installUrl(shown.shop), t('scopes.grant'))}`;
    case 'away':
      return html`<h1>${t('away')}</h1><p>${t('away.text')}</p>`;
    case 'outside':
      return html`<h1>${t('outside')}</h1><p>${t('outside.text')}</p>`;
  }
}
