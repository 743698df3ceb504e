import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { linesOfSpreadLiterals, type Passage, passagesOfCode, passagesOfDocs, passagesOfStyle } from './passages.ts';
import { PROJECT, projectFiles } from './project.ts';

type Phrase = {
  never: RegExp;
  /** The kinds of passage that the phrase must not stand in; without it, all. */
  in?: Passage['in'][];
  except?: RegExp;
  write: string;
};

const FOLDERS = ['src/', 'packages/', 'bench/', 'bootstrap/', 'demo/', 'docs/', 'test/', 'deploy/'];
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
// Only English texts are checked. Two files must contain the phrases.
const NOT_CHECKED =
  /^src\/messages\/((mails|instructions)\/)?(?!en\b)[a-z]{2}\b|^test\/(checks\/plain-words|plain-words\.test)\.ts$/;
// The first names the words that are not used. In the second, the word is a field of Shopify's schema.
const STORES = /^docs\/glossary\.md$|^src\/integrations\/commerce\/shopify\/operations\.ts$/;
const OWN_WORDS = /^docs\/glossary\.md$|^src\/messages\//; // shoppers read the word of their bank for an authorisation
const LAW = /^src\/messages\/instructions\//; // a model of the law, word for word

/** Phrases that make readers stop, or that name a thing by another word than `docs/glossary.md`. */
const PHRASES: Phrase[] = [
  {
    never: /^(The same|As)\b/,
    in: ['a doc comment'],
    write: 'a verb first, such as “Returns …”, “Reads …”',
  },
  { never: /\bwhoever\b/i, write: 'the person, such as “the shopper”, or “anyone who”' },
  {
    never: /\b(to|for|from|by|with|than|at) who\b|; who\b/,
    write: 'the person, such as “to shoppers who …”',
  },
  {
    never: /\b(names?|reach(es)?|tells?|told|lets?|to|for|from|of|by|with) nobody\b|\bnobody\b[^.;:]*\bbut\b/i,
    write: 'a positive sentence, or “not … anyone”, “only …”',
  },
  { never: /\bwhat of (the|a|an|it|them|this|that|its|his|her|their)\b/i, write: '“which part of”' },
  { never: /(^|[.;:,] )should (it|they|one|the|its|a|an|this|that)\b[^?]*$/i, write: '“if it …”' },
  { never: /\bin vain\b|\bno news\b/, write: '“without success”, or what happens' },
  { never: /\band its like\b|\bthe likes? of\b/, write: '“such as”' },
  {
    never: /\b(lest|whence|thence|thereof|therein|whereof|hereby|forthwith)\b/i,
    except: LAW,
    write: 'a word of every day',
  },
  // Not a part of a host, path, address or attribute, such as `shop.example`.
  { never: /(?<![\w@./"=-])shops?(?![\w@/"-]|\.\w)/, except: STORES, write: 'store' },
  { never: /\breservations?\b/i, except: OWN_WORDS, write: 'hold, pre-order or authorisation' },
  { never: /\bshould\b/, in: ['an assertion message'], write: 'what is compared, such as “the state of PO-1”' },
];

/** Checks every file. Throws with every phrase and literal to write otherwise; otherwise resolves with the number of files. */
export async function checkPlainWords(): Promise<string> {
  const files = [...PAGES, ...(await Promise.all(FOLDERS.map(projectFiles))).flat()].filter(
    (path) => /\.(tsx?|mjs|css|md)$/.test(path) && !NOT_CHECKED.test(path),
  );
  const problems = await Promise.all(
    files.map(async (path) => hardWords(path, await readFile(PROJECT + path, 'utf8'))),
  );
  if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'));
  return `${files.length} files`;
}

/** Returns one text for each phrase of the list and each literal that is spread into another one. */
export function hardWords(path: string, text: string): string[] {
  if (path.endsWith('.md')) return hardPhrases(path, passagesOfDocs(text));
  if (path.endsWith('.css')) return hardPhrases(path, passagesOfStyle(text));
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const spreads = linesOfSpreadLiterals(file).map(
    (line) => `${path}:${line}: a literal is spread: write its fields here`,
  );
  return [...hardPhrases(path, passagesOfCode(file)), ...spreads];
}

function hardPhrases(path: string, passages: Passage[]): string[] {
  const phrases = PHRASES.filter(({ except }) => !except?.test(path));
  return passages.flatMap((passage) =>
    phrases
      .filter((phrase) => (phrase.in?.includes(passage.in) ?? true) && phrase.never.test(passage.text))
      .map(({ never, write }) => {
        const found = never.exec(passage.text)?.[0].slice(0, 60) ?? '';
        return `${path}:${passage.line}: “${found}” in ${passage.in}: write ${write}`;
      }),
  );
}
