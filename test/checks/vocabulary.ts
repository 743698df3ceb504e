import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { PROJECT, projectFiles } from './project.ts';

// Words of the core (docs/glossary.md). The platform knows nothing of the business, so it must not use them.
const BUSINESS = new Set(
  [
    'store',
    'merchant',
    'shopper',
    'customer',
    'buyer',
    'product',
    'variant',
    'sku',
    'waitlist',
    'allocation',
    'unit',
    'preorder',
    'checkout',
    'sale',
    'stock',
    'attempt',
    'movement',
    'ledger',
    'refund',
    'charge',
    'discount',
    'placement',
    'outbox',
    'job',
    'webhook',
    'alert',
    'dispute',
    'outage',
    'swap',
  ].flatMap((word) => [word, `${word}s`]),
);
// The name of the product, a directive of HTTP, and a method of Node.
const OTHER_MEANING = /waitlist-service|no-store|getStore/g;

/** Checks that names and strings of the platform hold no word of the business. Comments may hold them. */
export async function checkVocabulary(): Promise<string> {
  const files = (await projectFiles('src/platform/')).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const found = await Promise.all(
    files.map(async (path) => businessWords(await readFile(PROJECT + path, 'utf8')).map((word) => `${path}: ${word}`)),
  );
  if (found.flat().length > 0) throw new Error(`The platform uses words of the business:\n${found.flat().join('\n')}`);
  return `${files.length} files`;
}

/** Returns the names and strings of a source that hold a word of the business, each once. */
export function businessWords(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, false);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const text of textsOf(node)) if (namesBusiness(text)) found.add(text.trim().slice(0, 60));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

function textsOf(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text.replaceAll(OTHER_MEANING, '')];
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
    const isSentence = /[.:] |[.]$/.test(node.text); // a text for people may use these words
    return isSentence ? [] : [node.text.replaceAll(OTHER_MEANING, '')];
  }
  return [];
}

function namesBusiness(text: string): boolean {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => BUSINESS.has(word));
}
