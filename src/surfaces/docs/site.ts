import { docsMarkup, type SiteAssets } from './layout.ts';
import { type Entry, REFERENCE, readLibrary, readMarkdown, type Shelf, slugOf } from './library.ts';
import { renderMarkdown } from './markdown.ts';
import { type GuidePage, guidePage, homePage, missingPage } from './pages.ts';
import { type OpenApi, renderReference } from './reference.ts';

/** The documents of the site by their names in addresses; the first page's is empty. */
export type Site = { pages: ReadonlyMap<string, string>; missing: string; searchIndex: string };

export type SiteOptions = {
  /** This service's address, which replaces the one in the examples. */
  baseUrl: string;
  assets: SiteAssets;
  document: OpenApi;
};

// The service's address in the examples of the guides.
const EXAMPLE_ADDRESS = 'http://127.0.0.1:4000';

// Where the reference takes its samples from.
const SAMPLED = ['guides/http-api.md', 'guides/private-api.md'];

// People look up single rows of these pages.
const TABLES = new Set(['errors', 'glossary']);

/** Reads and renders all pages. Takes half a second the first time, so it is done when the first reader comes. */
export async function buildSite({ baseUrl, assets, document }: SiteOptions): Promise<Site> {
  const shelves = await readLibrary();
  const served = new Set(shelves.flatMap(({ entries }) => entries.map(({ slug }) => slug)));
  const addressOf = addresses(served);
  const read = async (file: string) => (await readMarkdown(file)).replaceAll(EXAMPLE_ADDRESS, baseUrl);
  const pagesOf = async (entry: Entry, shelf: Shelf): Promise<GuidePage[]> => {
    const page = { slug: entry.slug, about: entry.about.replaceAll('`', ''), shelf: shelf.title };
    if (entry.slug !== REFERENCE) {
      const isTable = TABLES.has(entry.slug);
      return [{ ...page, rendered: renderMarkdown(await read(entry.file), { addressOf, isTable }) }];
    }
    const sampled = await Promise.all(SAMPLED.map(read));
    const reference = renderReference(REFERENCE, { baseUrl, document, guides: sampled, addressOf });
    return reference.map(({ slug, about, rendered }) => ({ ...page, slug, rendered, about: about || page.about }));
  };
  const guides = (
    await Promise.all(shelves.flatMap((shelf) => shelf.entries.map((entry) => pagesOf(entry, shelf))))
  ).flat();
  const isReference = ({ slug }: GuidePage) => slug === REFERENCE || slug.startsWith(`${REFERENCE}/`);
  const frame = { shelves: withParts(shelves, guides.filter(isReference).slice(1)), assets };
  return {
    pages: new Map([
      ['', docsMarkup(homePage(shelves, baseUrl), frame)],
      ...guides.map((guide) => [guide.slug, docsMarkup(guidePage(guide, isReference(guide)), frame)] as const),
    ]),
    missing: docsMarkup(missingPage(), frame),
    searchIndex: searchIndex(guides),
  };
}

/** Puts the pages of the reference below its entry. */
function withParts(shelves: readonly Shelf[], pages: readonly GuidePage[]): Shelf[] {
  const parts = pages.map(({ slug, rendered }) => ({ slug, title: rendered.title }));
  return shelves.map(({ title, entries }) => ({
    title,
    entries: entries.map((entry) => (entry.slug === REFERENCE ? { ...entry, parts } : entry)),
  }));
}

/** Returns where links of the guides lead. Files that are not served have no address. */
function addresses(served: ReadonlySet<string>): (href: string) => string | null {
  return (href) => {
    if (/^https?:|^#|^\//.test(href)) return href;
    const [file = '', heading] = href.split('#');
    const slug = slugOf(file);
    if (/^(\.\.\/)?README\.md$/.test(file)) return '/docs';
    const isOurs = !/packages\/|design\/|decisions\//.test(file) && served.has(slug);
    return isOurs ? `/docs/${slug}${heading === undefined ? '' : `#${heading}`}` : null;
  };
}

/** What the search of the browser reads: for each passage the page's title, its own title, its address and its text. */
function searchIndex(guides: readonly GuidePage[]): string {
  const rows = guides.flatMap(({ slug, rendered }) =>
    rendered.passages.map(({ id, title, text }) => ({
      page: rendered.title,
      title,
      url: `/docs/${slug}${id && `#${id}`}`,
      text: text.replaceAll(/\s+/g, ' ').trim(),
    })),
  );
  return JSON.stringify(rows);
}
