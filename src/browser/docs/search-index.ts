import MiniSearch from 'minisearch';

/** A section of a page, or a row of one that is looked up. */
export type Passage = { page: string; title: string; url: string; text: string };

export type Search = (words: string) => Passage[];

const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u; // signs of code too

export const wordsOf = (text: string): string[] => text.split(BETWEEN_WORDS).filter(Boolean);

const RESULTS_MAX = 12;
const FUZZY_FROM = 5; // a shorter word with a mistake is another word

/** Loads the index, which the server makes, and returns the search. Rejects if it does not come. */
export async function loadSearch(): Promise<Search> {
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(`${answer.status}`);
  const passages = ((await answer.json()) as Passage[]).map((passage, id) => ({ ...passage, id }));
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 6, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length >= FUZZY_FROM ? 0.2 : false),
      weights: { fuzzy: 0.2, prefix: 0.6 },
    },
  });
  index.addAll(passages);
  return (words) => {
    const all = index.search(words, { combineWith: 'AND' });
    const found = all.length > 0 ? all : index.search(words, { combineWith: 'OR' });
    return found.slice(0, RESULTS_MAX).flatMap(({ id }) => passages[id] ?? []);
  };
}
