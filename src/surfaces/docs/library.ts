import { readFile } from 'node:fs/promises';
import { PROJECT } from '../../platform/project.ts';

/** A page of the site, as `docs/README.md` lists it. */
export type Entry = {
  slug: string;
  title: string;
  about: string;
  file: string;
  /** The pages below it, which the menu shows while one of them is open. */
  parts?: readonly ListedPage[];
};

export type ListedPage = { slug: string; title: string };

export type Shelf = { title: string; entries: Entry[] };

/** The entry that `openapi.json` is listed under: the reference is made from the routes and not from Markdown. */
export const REFERENCE = 'api';

// For people who change the code, and have its repository.
const NOT_SERVED = 'Change the code';

/** Reads the list of pages from `docs/README.md`, sorted by what the reader wants to do. */
export async function readLibrary(): Promise<Shelf[]> {
  const [, ...sections] = (await readMarkdown('README.md')).split(/^## /m);
  return sections.map(readShelf).filter(({ title, entries }) => title !== NOT_SERVED && entries.length > 0);
}

export function readMarkdown(file: string): Promise<string> {
  return readFile(`${PROJECT}docs/${file}`, 'utf8');
}

function readShelf(section: string): Shelf {
  const [title = ''] = section.split('\n');
  const entries = [...section.matchAll(/^- \[([^\]]+)\]\(([^)\s]+)\): (\S.*)$/gm)].map(
    ([, title = '', file = '', about = '']) => ({ slug: slugOf(file), title, about: withCapital(about), file }),
  );
  return { title, entries };
}

/** Returns the page's name in the site's addresses: `sdk` for `guides/sdk.md`. */
export function slugOf(file: string): string {
  const name = file.split('/').at(-1) ?? '';
  return name === 'openapi.json' ? REFERENCE : name.replace(/\.md$/, '');
}

const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
