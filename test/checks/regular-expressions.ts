import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { type Hostile, hostileTexts } from './hostile-texts.ts';
import { PROJECT, projectFiles } from './project.ts';

export type Expression = { file: string; line: number; expression: RegExp };

// What browsers alone run reads what its own page has.
const NOT_ON_SERVERS = /^src\/browser\/|\.test\.tsx?$/;
const FOLDERS = ['src/', 'packages/stripe-stand-in/src/'];

/** Reads every regular expression that a server runs: literals, `new RegExp` and the patterns of schemas. */
export async function readExpressions(): Promise<Expression[]> {
  const paths = (await Promise.all(FOLDERS.map(projectFiles))).flat();
  const own = paths.filter((path) => /\.tsx?$/.test(path) && !NOT_ON_SERVERS.test(path));
  const texts = await Promise.all(own.map(async (path) => ({ path, text: await readFile(PROJECT + path, 'utf8') })));
  return texts.flatMap(({ path, text }) => expressionsIn(path, text));
}

/** Returns the expressions of a source file. A value that only a run tells counts as a word. */
export function expressionsIn(file: string, text: string): Expression[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node) => {
    const expression = readExpression(node);
    if (expression)
      found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, expression });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function readExpression(node: ts.Node): RegExp | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1));
  }
  const called = ts.isNewExpression(node) || ts.isCallExpression(node) ? node : undefined;
  if (called?.expression.getText() === 'RegExp') {
    const [source, flags] = called.arguments ?? [];
    return new RegExp(source ? readText(source) : '', flags ? readText(flags) : '');
  }
  const isPattern = ts.isPropertyAssignment(node) && node.name.getText() === 'pattern';
  return isPattern && isText(node.initializer) ? new RegExp(readText(node.initializer), 'u') : undefined;
}

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isTaggedTemplateExpression(node);

/** Returns what an expression is as text, as far as its own file tells it. */
function readText(node: ts.Node): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map((span) => readText(span.expression) + span.literal.text).join('');
  if (ts.isTaggedTemplateExpression(node)) return readRaw(node.template);
  if (ts.isIdentifier(node)) {
    const constant = constantsOf(node.getSourceFile()).get(node.text);
    if (constant) return readText(constant);
  }
  return 'word';
}

function readRaw(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.getText().slice(1, -1);
  const spans = template.templateSpans.map((span) => readText(span.expression) + (span.literal.rawText ?? ''));
  return (template.head.rawText ?? '') + spans.join('');
}

function constantsOf(source: ts.SourceFile): Map<string, ts.Expression> {
  const statements = source.statements.filter(ts.isVariableStatement);
  const declared = statements.flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(declared.flatMap(({ name, initializer }) => (initializer ? [[name.getText(), initializer]] : [])));
}

// Where a text of 24 characters takes milliseconds, each character doubles the time. Where 200 do, it is worse than a square.
const WORSE = [
  { length: 24, most: 5 },
  { length: 200, most: 5 },
];
const SUSPICIOUS = { length: 2000, ms: 0.15 }; // an expression that reads each character once takes a tenth of that
const FACTOR = 4;
const GROWTH_MAX = 8; // once gives 4, and the square 16

/** Returns a text that takes an expression more time than its length tells; undefined if there is none. */
export function slowText(expression: RegExp): Hostile | undefined {
  return hostileTexts(expression).find((text) => isSlow(expression, text));
}

function isSlow(expression: RegExp, text: Hostile): boolean {
  if (WORSE.some(({ length, most }) => leastTime(expression, textOf(text, length), most) > most)) return true;
  const { length, ms } = SUSPICIOUS;
  if (leastTime(expression, textOf(text, length), ms) <= ms) return false;
  const one = leastTime(expression, textOf(text, length), 0);
  return leastTime(expression, textOf(text, length * FACTOR), one * GROWTH_MAX) > one * GROWTH_MAX;
}

function textOf({ begin, repeat, end }: Hostile, length: number): string {
  return begin + repeat.repeat(Math.ceil(length / repeat.length)) + end;
}

const TIMES = 7;

/** Measures until a run takes at most `enough` ms, so that what else the machine does does not count. */
function leastTime(expression: RegExp, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TIMES && least > enough; time += 1) {
    const started = performance.now();
    text.replace(expression, '');
    least = Math.min(least, performance.now() - started);
  }
  return least;
}
