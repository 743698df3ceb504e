import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT, projectFiles } from '../checks/project.ts';

/** A statement that a process sent, with the values of its first use. */
export type Statement = { text: string; values: unknown[] };

/** The folder of the recorded statements, one file per process. It is emptied before each run. */
export const RECORDED = join(PROJECT, '.cache/statements');

/** A statement in the sources: its text, split at each `${…}` that is no constant at the top of its file. */
export type WrittenStatement = { file: string; line: number; parts: string[] };

const STATEMENT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|MERGE)\s/;

export async function readRecorded(): Promise<Statement[]> {
  const files = await readdir(RECORDED).catch(() => []);
  const lists = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(RECORDED, file), 'utf8'))));
  const byText = new Map<string, Statement>((lists as Statement[][]).flat().map((one) => [one.text, one]));
  return [...byText.values()];
}

/**
 * Reads the statements of the service and of the stand-in for Stripe, and texts that begin like one, from the sources.
 */
export async function readWritten(): Promise<WrittenStatement[]> {
  const sources = [...(await projectFiles('src/')), ...(await projectFiles('packages/stripe-stand-in/src/'))];
  const files = sources.filter((file) => /(?<!\.test)\.ts$/.test(file) && !/browser\//.test(file));
  const found = await Promise.all(
    files.map(async (file) => statementsIn(file, await readFile(join(PROJECT, file), 'utf8'))),
  );
  return found.flat();
}

function statementsIn(file: string, text: string): WrittenStatement[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(source);
  const found: WrittenStatement[] = [];
  const visit = (node: ts.Node) => {
    const parts = partsOf(node, constants);
    if (parts && STATEMENT.test(parts[0] ?? '')) {
      found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, parts });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type Constants = ReadonlyMap<string, readonly string[]>;

/** Finds the text constants at the top of a file; its statements may be composed of them. */
function constantsOf(source: ts.SourceFile): Constants {
  const found = new Map<string, string[]>();
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const parts = initializer && partsOf(initializer, found);
      if (parts && ts.isIdentifier(name)) found.set(name.text, parts);
    }
  }
  return found;
}

function partsOf(node: ts.Node, constants: Constants): string[] | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return null;
  const parts = [node.head.text];
  for (const { expression, literal } of node.templateSpans) {
    const named = ts.isIdentifier(expression) ? constants.get(expression.text) : undefined;
    const [first, ...rest] = named ?? ['', ''];
    parts.push(`${parts.pop()}${first}`, ...rest);
    parts.push(`${parts.pop()}${literal.text}`);
  }
  return parts;
}

/** Tells whether a sent text contains the parts of a written statement. */
export function holds(text: string, { parts }: Pick<WrittenStatement, 'parts'>): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

// A shorter text may be the beginning of any statement.
const TELLING = 40;

/** Tells whether a sent text comes from a written statement. The code may have appended text, such as a limit. */
export function isFrom(text: string, written: Pick<WrittenStatement, 'parts'>): boolean {
  const { parts } = written;
  const isBegin = text.startsWith(parts[0] ?? '') && holds(text, written);
  const end = parts.at(-1) ?? '';
  return isBegin && (parts.join('').length >= TELLING || (end !== '' && text.endsWith(end)));
}
