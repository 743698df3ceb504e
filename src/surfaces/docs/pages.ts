import { type Html, html, trustedHtml } from '../../platform/html.ts';
import type { DocsPage } from './layout.ts';
import type { Shelf } from './library.ts';
import type { Rendered } from './markdown.ts';

export type GuidePage = { slug: string; shelf: string; about: string; rendered: Rendered };

/** A guide: the shelf that it stands on, its title, and its text. */
export function guidePage({ slug, shelf, about, rendered }: GuidePage, isWide = false): DocsPage {
  const { title, markup, headings } = rendered;
  return {
    slug,
    title,
    about,
    headings,
    isWide,
    head: html`<p class="shelf">${shelf}</p><h1>${title}</h1>`,
    body: html`<div class="prose">${trustedHtml(markup)}</div>`,
  };
}

/** The first page: all others, by what the reader wants to do. */
export function homePage(shelves: readonly Shelf[], baseUrl: string): DocsPage {
  return {
    slug: '',
    title: 'Documentation',
    about: 'Guides and reference of the waitlist and pre-order service.',
    head: html`<h1>What do you want to do?</h1>
<p class="lead">Sell what is not in stock yet: a pre-order button on any store page, honest dates, payment when you choose. This service answers at
<code>${baseUrl}</code>, and every sample here uses that address.</p>
<p class="ways"><a class="way" href="/docs/first-waitlist">Begin in ten minutes</a> <a class="way second" href="/docs/api">API reference</a></p>`,
    body: html`<div class="shelves">${shelves.map(shelfSection)}</div>`,
  };
}

function shelfSection({ title, entries }: Shelf, index: number): Html {
  return html`<section class="shelf-of" aria-labelledby="shelf-${index}"><h2 id="shelf-${index}">${title}</h2>
<ul>${entries.map(
    ({ slug, title, about }) =>
      html`<li><a href="/docs/${slug}"><strong>${title}</strong> <span>${plainText(about)}</span></a></li>`,
  )}</ul></section>`;
}

/** The answer to an address that no page has. */
export function missingPage(): DocsPage {
  return {
    slug: null,
    title: 'No such page',
    about: 'This page is not here.',
    head: html`<p class="shelf">404</p><h1>There is no such page</h1>`,
    body: html`<div class="prose"><p>It may have moved, or its address has a typing error. The search finds every page, method and error
code. Or begin at the <a href="/docs">overview</a>.</p></div>`,
  };
}

const plainText = (markdown: string) => markdown.replaceAll('`', '');
