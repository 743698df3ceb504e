import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { PROJECT, projectFiles } from './project.ts';

// Code that uses a page. In code a name follows `document.` at once; in a sentence a space follows.
const BROWSER_CODE =
  /\b(?:document|window|navigator|location|localStorage|sessionStorage)\.[a-zA-Z]|\b(?:addEventListener|postMessage|querySelector(?:All)?|getElementById)\(/;

/** Strings that may hold code for a browser, each with the reason. */
const EXCUSED: Record<string, string> = {
  'demo/pages/snippet.ts': 'the code that the demo shows for copying, which its page runs as it is',
  'demo/playground/code.ts': 'the code that the playground shows for copying, which its stage runs as it is',
  'src/surfaces/product-page.ts': 'the page that a merchant gets for copying, which a test serves as it is',
  'packages/try-apps.ts': "source files of fresh applications, as a store's developer writes them",
};

/** Checks that no string of the server's code holds code for browsers, and that no excuse is out of date. */
export async function checkBrowserCode(): Promise<string> {
  const all = await Promise.all(['src/', 'packages/', 'demo/', 'bench/'].map(projectFiles));
  const files = all.flat().filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !/(^|\/)browser\//.test(path));
  const found = await Promise.all(
    files.map(async (path) => {
      const strings = browserStrings(await readFile(PROJECT + path, 'utf8'));
      if (!(path in EXCUSED))
        return strings.map((text) => `${path}: move this into a file of a browser folder: ${text}`);
      return strings.length === 0 ? [`${path} holds no code for browsers and needs no excuse`] : [];
    }),
  );
  if (found.flat().length > 0) throw new Error(found.flat().join('\n'));
  return `${files.length} files`;
}

/** Returns the beginning of every string or template of a source that holds code for a browser. */
export function browserStrings(source: string): string[] {
  if (!BROWSER_CODE.test(source)) return [];
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node) && BROWSER_CODE.test(node.text)) found.push(node.text.trim().slice(0, 60));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode {
  if (!ts.isStringLiteralLike(node)) return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent);
}
