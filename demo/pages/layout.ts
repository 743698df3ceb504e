import { type Html, html } from '../../src/platform/html.ts';
import { DEMO_STORE } from '../catalogue.ts';

export type PageContext = {
  /** Allows the scripts of this response only. */
  nonce: string;
  serviceUrl: string;
  path: string;
  /** The address's query, with its question mark. */
  search: string;
  signedIn: boolean;
};

export type Page = { title: string; description: string; main: Html; scripts?: Html };

const MARK = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><circle cx="16" cy="16" r="16"/><path d="M5.500 22.500L13 10.500l4.200 6 2.600-3.600 6.700 9.600z"/></svg>`;

export function layout(context: PageContext, page: Page): string {
  const title = page.title === DEMO_STORE.name ? page.title : `${page.title} – ${DEMO_STORE.name}`;
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
<meta name="description" content="${page.description}">
<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#15171b" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/images/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/store.css">
<script nonce="${context.nonce}" src="/assets/store.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(context)}
<main id="main" tabindex="-1">${page.main}</main>
${footer()}
${page.scripts}
</body>
</html>
`.markup;
}

function header({ path, search, signedIn }: PageContext): Html {
  const link = (href: string, text: string) =>
    html`<a href="${href}"${path === href && html` aria-current="page"`}>${text}</a>`;
  return html`<header class="bar"><div class="bar-in">
<a class="brand" href="/">${MARK}<span>${DEMO_STORE.name}</span></a>
<nav aria-label="Shop">${link('/', 'Shop')}${link('/pages/runs', 'How runs work')}${link('/account', 'Orders')}${link('/pages/test-cards', 'Test cards')}</nav>
<form class="account" method="post" action="/account/${signedIn ? 'sign-out' : 'sign-in'}?back=${encodeURIComponent(path + search)}">
${
  signedIn
    ? html`<span class="who">Maya Lindqvist</span><button type="submit">Sign out</button>`
    : html`<button type="submit">Sign in <span class="wide">as the demo customer</span></button>`
}
</form>
</div></header>`;
}

function footer(): Html {
  return html`<footer class="foot"><div class="foot-in">
<p><strong>${DEMO_STORE.name} is a demo store.</strong> Nothing here is made, charged or sent. Pay with a <a href="/pages/test-cards">test card</a>, such as 4242&nbsp;4242&nbsp;4242&nbsp;4242.</p>
<nav aria-label="Information"><a href="/pages/terms">Terms</a><a href="/pages/privacy">Privacy</a><a href="/pages/returns">Returns</a><a href="/playground">Playground</a></nav>
</div></footer>`;
}
