import type { Store } from '../../core/stores/queries.ts';
import { type MessageKey, translate } from '../../messages/catalogue.ts';
import { type Html, html } from '../../platform/html.ts';
import type { MessageValues } from '../../protocol/wire/message-format.ts';
import { PAGE_HEADERS, pageMarkup, policyText, sourceOf } from '../page.ts';

// The style of mailed links' pages, like that of the other screens. They load nothing.
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#f5f6f8, #111317); color: light-dark(#191c22, #eceef2);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif; overflow-wrap: anywhere; word-break: auto-phrase; }
main { box-sizing: border-box; max-inline-size: 34rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
.shop { margin: 0 0 1rem; font-weight: 600; }
.test { margin: 0 0 1rem; padding: .5rem 1rem; border-radius: .5rem; background: light-dark(#fff5d9, #322a15); color: light-dark(#6b4a00, #ffdf94); font-size: .875rem; }
.card { padding: 1.5rem; border: 1px solid light-dark(#e1e4e9, #323741); border-radius: .75rem; background: light-dark(#ffffff, #1c1f25); }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem; line-height: 1.5; }
p { margin: 0 0 .75rem; }
ul { margin: 1rem 0; padding: 0; list-style: none; }
li { display: flex; gap: 1rem; justify-content: space-between; padding: .75rem 0; border-block-start: 1px solid light-dark(#e1e4e9, #323741); }
li span + span { white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: light-dark(#565d6b, #a8b0bd); }
dd { margin: 0; }
.one-line { white-space: nowrap; }
.muted { color: light-dark(#565d6b, #a8b0bd); font-size: .875rem; }
button { inline-size: 100%; min-block-size: 3.25rem; margin: .5rem 0 1rem; padding: .5rem 1.25rem; border: 1px solid transparent; border-radius: .5rem;
  background: light-dark(#191c22, #f1f3f6); color: light-dark(#ffffff, #16181d); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { background: light-dark(#353b47, #d5dae1); }
button.second { border-color: light-dark(#8a919e, #6d7583); background: transparent; color: inherit; }
button.second:hover { background: light-dark(#f5f6f8, #272b33); }
:focus-visible { outline: 2px solid light-dark(#2563eb, #8fb3ff); outline-offset: 2px; }`;

/**
 * Returns the headers of a link's page. A link is both an instruction and a secret: its page must not be framed
 * (clickjacking), sent as a referrer, cached or indexed. `policy` adds directives for what a page needs, e.g. a script.
 */
export function linkHeaders(policy: Record<string, string[]> = {}): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policyText({
      'default-src': ["'none'"],
      ...policy,
      'style-src': [sourceOf(STYLE), ...(policy['style-src'] ?? [])],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    }),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    ...PAGE_HEADERS,
  };
}

export type PageHead = {
  locale: string;
  /** Null hides the store of a link that does not work. */
  store: Pick<Store, 'name' | 'mode'> | null;
  title: string;
};

/** Returns the document around a link's card. */
export function linkDocument({ locale, store, title }: PageHead, card: Html): string {
  const body = html`<main>
${store && html`<p class="shop">${store.name}</p>`}
${store?.mode === 'test' && html`<p class="test">${translate(locale, 'status.test')}</p>`}
<div class="card">
<h1>${title}</h1>
${card}
</div>
</main>`;
  return pageMarkup({ locale, title, style: STYLE, body });
}

/** Returns the page for an unknown, expired or used link (`gone`), or for too many requests (`busy`). */
export function deadPage(locale: string, why: 'gone' | 'busy'): string {
  const words = wordsOf(locale);
  return linkDocument(
    { locale, store: null, title: words(`link.${why}.title`) },
    html`<p>${words(`link.${why}.text`)}</p>`,
  );
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
    const detail = variant && html`<br><span class="muted">${variant}</span>`;
    return html`<li><span>${count}${productTitle}${detail}</span><span class="money">${textOf(same)}</span></li>`;
  });
}

export function wordsOf(locale: string) {
  return (key: MessageKey, values?: MessageValues) => translate(locale, key, values);
}
