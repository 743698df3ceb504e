import type { Store } from '../../core/stores/queries.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';
import { type Html, html } from '../../platform/html.ts';
import { withTokens } from '../../platform/style-tokens.ts';
import { mailtoLink } from '../../protocol/wire/mailto.ts';
import type { MessageValues } from '../../protocol/wire/message-format.ts';
import { type Branded, brandedStyle, brandSources, fontPreload, storeHead } from '../brand.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { lookUpPath } from '../known-address.ts';
import { pageMarkup, policyText, sourceOf } from '../page.ts';

// The style of mailed links' pages, like that of the other screens. They load nothing.
const SHEET = `
:root { color-scheme: light dark; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 400 var(--page-text-md)/1.5 var(--font); overflow-wrap: anywhere; word-break: auto-phrase; }
main { box-sizing: border-box; max-inline-size: 34rem; margin: 0 auto; padding: var(--space-8) var(--space-4) var(--space-12); }
.shop { display: flex; flex-wrap: wrap; gap: var(--space-2) var(--space-3); align-items: center; margin: 0 0 var(--space-4); font-weight: 600; }
.logo { box-sizing: content-box; }
.test { margin-inline-start: auto; padding: .125rem var(--space-2); border: 1px solid var(--warning-line); border-radius: var(--radius); background: var(--warning-surface); color: var(--warning); font-size: var(--page-text-sm); font-weight: 500; }
@media (prefers-color-scheme: dark) { .logo { padding: var(--space-1) var(--space-2); border-radius: var(--radius); background: var(--logo-ground); } }
.card { padding: var(--space-6); border: 1px solid var(--line); border-radius: var(--radius-lg); background: var(--card); }
h1 { margin: 0 0 var(--space-2); font-size: var(--page-text-title); line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: var(--space-6) 0 var(--space-1); font-size: var(--page-text-md); line-height: 1.5; }
p { margin: 0 0 var(--space-3); }
ul { margin: var(--space-4) 0; padding: 0; list-style: none; }
li { display: flex; gap: var(--space-4); justify-content: space-between; padding: var(--space-3) 0; border-block-start: 1px solid var(--line); }
li span + span { white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: var(--space-1) var(--space-4); margin: var(--space-4) 0; }
dt { color: var(--text-muted); }
dd { margin: 0; }
dl.said { grid-template-columns: 1fr; gap: 0; }
dl.said dd { margin-block-end: var(--space-3); }
.one-line { white-space: nowrap; }
.muted { color: var(--text-muted); font-size: var(--page-text-sm); }
label { display: block; font-weight: 600; }
label .muted { font-weight: 400; }
label + .muted { margin: 0; }
.field { margin: var(--space-5) 0 0; }
fieldset { min-inline-size: 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
.unit { display: flex; gap: var(--space-4); align-items: center; justify-content: space-between; margin: 0; padding: var(--space-2) 0; }
.unit label { font-weight: 400; }
.unit select { inline-size: auto; min-inline-size: 4.5rem; margin: 0; }
input, select, textarea { box-sizing: border-box; display: block; inline-size: 100%; min-block-size: 3rem; margin: var(--space-1) 0 0; padding: var(--space-2) var(--space-3);
  border: 1px solid var(--second-line); border-radius: var(--radius); background: var(--card); color: inherit; font: inherit; }
[aria-invalid] { border-color: var(--danger); }
.wrong { margin: var(--space-1) 0 0; color: var(--danger); }
.actions { margin: var(--space-6) 0 0; }
.lines { white-space: pre-line; }
.fill-in { padding-block-end: 1.75rem; border-block-end: 1px solid var(--line-strong); }
@media print { form { display: none; } }
a.button { box-sizing: border-box; display: block; text-align: center; text-decoration: none; }
button, a.button { inline-size: 100%; min-block-size: 3.25rem; margin: var(--space-2) 0 var(--space-4); padding: var(--space-2) var(--space-5); border: 1px solid transparent; border-radius: var(--radius);
  background: var(--action); color: var(--action-text); font: inherit; font-weight: 600; cursor: pointer; }
button:hover, a.button:hover { background: var(--action-hover); }
button.danger, button.danger:hover { background: var(--danger); color: var(--card); }
button.second { border-color: var(--second-line); background: transparent; color: inherit; }
button.second:hover { background: var(--second-hover); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }`;

/** What a mailed link answers with. */
export type LinkAnswer = {
  markup: string;
  /** 200 by default. */
  status?: number;
  /** Instead of those of `deadPage`. */
  headers?: Record<string, string>;
};

/**
 * Returns the headers of a link's page. A link is both an instruction and a secret: its page must not be framed
 * (clickjacking), sent as a referrer, cached or indexed.
 */
function linkHeaders(style: string, store: Branded): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policyText({
      'default-src': ["'none'"],
      'style-src': [sourceOf(style)],
      ...brandSources(store),
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    }),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    ...PAGE_HEADERS,
  };
}

/** The headers of pages without a store. */
export const DEAD_PAGE_HEADERS = linkHeaders(withTokens(SHEET), null);

export type PageHead = {
  locale: string;
  /** Null hides the store of a link that does not work. */
  store: Pick<Store, 'name' | 'mode' | 'publicKey' | 'brand'> | null;
  title: string;
};

/** Returns the document around a link's card, with its headers. */
export function linkDocument({ locale, store, title }: PageHead, card: Html): Required<Omit<LinkAnswer, 'status'>> {
  const body = html`<main>
${store && storeHead(store, locale)}
<div class="card">
<h1>${title}</h1>
${card}
</div>
</main>`;
  const style = brandedStyle(SHEET, store);
  const head = fontPreload(store) ?? undefined;
  return { markup: pageMarkup({ locale, title, style, head, body }), headers: linkHeaders(style, store) };
}

/** Returns the page for an unknown link, of which no store is known (`gone`), or for too many requests (`busy`). */
export function deadPage(locale: string, why: 'gone' | 'busy'): string {
  const words = wordsOf(locale);
  return linkDocument(
    { locale, store: null, title: words(`link.${why}.title`) },
    html`<p>${words(`link.${why}.text`)}</p>`,
  ).markup;
}

/** Answers an expired or used link. The page says which store the link is from, where to write to, and leads to a look-up, which mails a new link. */
export function goneAnswer(locale: string, store: Store): LinkAnswer {
  const words = wordsOf(locale);
  const address = store.brand?.replyTo ?? store.contactEmail;
  const card = html`<p>${words('link.gone.text_store', { store: store.name })} <bdi><a href="${mailtoLink(address)}">${address}</a></bdi></p>
<p class="actions"><a class="button button--primary" href="${lookUpPath(store, locale)}">${words('status.guest.title')}</a></p>`;
  return { status: 404, ...linkDocument({ locale, store, title: words('link.gone.title') }, card) };
}

/** Returns one row for equal line items: the number, the product, and a text about all of them. */
export function itemRows<Line extends { variantTitle: string }>(
  productTitle: string,
  lines: readonly Line[],
  textOf: (same: readonly Line[]) => string,
): Html[] {
  const groups = Map.groupBy(lines, ({ variantTitle }) => variantTitle);
  return [...groups].map(([variant, same]) => {
    const count = same.length > 1 && `${same.length} × `;
    const detail = variant && html`<br><bdi class="muted">${variant}</bdi>`;
    return html`<li><span>${count}<bdi>${productTitle}</bdi>${detail}</span><span class="money">${textOf(same)}</span></li>`;
  });
}

export function wordsOf(locale: string) {
  return (key: MessageKey, values?: MessageValues) => translate(locale, key, values);
}
