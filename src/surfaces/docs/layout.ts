import { type Html, html, trustedHtml } from '../../platform/html.ts';
import { pageMarkup } from '../page.ts';
import type { Entry, ListedPage, Shelf } from './library.ts';
import type { Heading } from './markdown.ts';

const SITE = 'Waitlist and Pre-order Service';

/** The addresses of the files that every page loads, and the script that runs before the first paint. */
export type SiteAssets = { script: string; style: string; icon: string; early: string };

export type DocsPage = {
  /** The page's name in addresses; empty for the first page, null for one that is not in the menu. */
  slug: string | null;
  title: string;
  about: string;
  /** What stands above the contents: the title. */
  head: Html;
  body: Html;
  headings?: readonly Heading[];
  /** A page of the whole width, which has its samples beside the text. */
  isWide?: boolean;
};

/** Puts a page into the site's frame: bar, menu, contents, the pages before and after it, and the search. */
export function docsMarkup(
  page: DocsPage,
  { shelves, assets }: { shelves: readonly Shelf[]; assets: SiteAssets },
): string {
  const isHome = page.slug === '';
  return pageMarkup({
    locale: 'en',
    title: isHome ? `Documentation – ${SITE}` : `${page.title} – ${SITE}`,
    head: html`<meta name="description" content="${page.about}">
<meta name="color-scheme" content="light dark">
<script>${trustedHtml(assets.early)}</script>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.script}" defer></script>
`,
    body: html`<a class="skip" href="#main">Skip to the text</a>
${bar(assets)}
<div class="frame${page.isWide && ' wide'}${isHome && ' home'}">
${menu(page, shelves)}
<main id="main" tabindex="-1"><header class="head">${page.head}</header>
${contents(page)}
${page.body}
${neighbours(page, shelves)}</main>
</div>
${searchDialog()}
<p class="spoken" role="status" data-spoken></p>`,
  });
}

function bar({ icon }: SiteAssets): Html {
  return html`<header class="bar"><div class="bar-in">
<a class="brand" href="/docs"><img src="${icon}" alt="" width="28" height="28"><span>Waitlist <span class="and">and Pre-order</span> Docs</span></a>
<button type="button" class="search-open" data-search-open aria-keyshortcuts="/"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13.5 13.5 4 4"/></svg><span>Search</span><kbd aria-hidden="true">/</kbd></button>
<a class="bar-link" href="/docs/api">API reference</a>
<button type="button" class="menu-open" aria-expanded="false" aria-controls="menu" data-menu-open>Menu</button>
<a class="menu-link" href="#menu">Menu</a>
</div></header>`;
}

function menu({ slug }: DocsPage, shelves: readonly Shelf[]): Html {
  const isWithin = ({ slug: to, parts }: Pick<Entry, 'slug' | 'parts'>) =>
    parts !== undefined && (to === slug || parts.some((part) => part.slug === slug));
  const link = (to: Pick<Entry, 'slug' | 'title' | 'parts'>): Html =>
    html`<li><a href="${to.slug === '' ? '/docs' : `/docs/${to.slug}`}"${to.slug === slug && html` aria-current="page"`}>${to.title}</a>${isWithin(to) && html`<ul>${to.parts?.map(link)}</ul>`}</li>`;
  return html`<nav id="menu" class="menu" aria-label="Documentation">
<ul>${link({ slug: '', title: 'Overview' })}</ul>
${shelves.map(({ title, entries }) => html`<h2>${title}</h2><ul>${entries.map(link)}</ul>`)}
</nav>`;
}

const CONTENTS_MIN = 3; // fewer are seen at once

/** What is on the page: beside the text on a wide screen, where the style sheet opens it; else above it and closed. */
function contents({ headings = [] }: DocsPage): Html | false {
  const listed = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (listed.length < CONTENTS_MIN) return false;
  const list = html`<ul>${listed.map(
    ({ id, depth, text }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`,
  )}</ul>`;
  return html`<nav class="contents" aria-label="On this page"><details><summary>On this page</summary>${list}</details></nav>`;
}

function neighbours({ slug }: DocsPage, shelves: readonly Shelf[]): Html | false {
  const entries: ListedPage[] = shelves.flatMap((shelf) =>
    shelf.entries.flatMap((entry) => [entry, ...(entry.parts ?? [])]),
  );
  const at = entries.findIndex((entry) => entry.slug === slug);
  if (at < 0) return false;
  const link = (entry: ListedPage | undefined, direction: 'Previous' | 'Next') =>
    entry &&
    html`<a class="${direction.toLowerCase()}" href="/docs/${entry.slug}"><span>${direction}</span> ${entry.title}</a>`;
  return html`<nav class="neighbours" aria-label="Neighbouring pages">${link(entries[at - 1], 'Previous')}${link(entries[at + 1], 'Next')}</nav>`;
}

function searchDialog(): Html {
  return html`<dialog class="search" aria-label="Search the documentation" data-search>
<div class="search-line"><input type="text" enterkeyhint="go" role="combobox" aria-label="Search" placeholder="Search: a word, a method, an error code" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" autocapitalize="none" spellcheck="false"><button type="button" data-search-close>Close</button></div>
<p class="search-says" role="status"></p>
<div id="results" role="listbox" aria-label="Results"></div>
</dialog>`;
}
