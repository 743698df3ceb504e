import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { alerts } from '../../src/messages/alerts/en.ts';
import { en } from '../../src/messages/en.ts';
import { account } from '../../src/messages/portal/account-en.ts';
import { discounts } from '../../src/messages/portal/discounts-en.ts';
import { en as portal } from '../../src/messages/portal/en.ts';
import { faults } from '../../src/messages/portal/faults-en.ts';
import { home } from '../../src/messages/portal/home-en.ts';
import { ids } from '../../src/messages/portal/ids-en.ts';
import { lists } from '../../src/messages/portal/lists-en.ts';
import { office } from '../../src/messages/portal/office-en.ts';
import { people } from '../../src/messages/portal/people-en.ts';
import { rehearsal } from '../../src/messages/portal/rehearsal-en.ts';
import { rows } from '../../src/messages/portal/rows-en.ts';
import { sending } from '../../src/messages/portal/sending-en.ts';
import { setup } from '../../src/messages/portal/setup-en.ts';
import { shopifyEn } from '../../src/messages/portal/shopify-en.ts';
import { terms } from '../../src/messages/portal/terms-en.ts';
import { PROJECT, projectFiles } from './project.ts';

// Frames get their texts without this prefix.
const FRAMES = [
  {
    files: /^src\/(browser\/frames\/(checkout|checkout-completing|pay)|browser\/ui|surfaces\/frames\/checkout)\//,
    prefix: 'checkout.',
  },
  { files: /^src\/browser\/frames\/pay\//, prefix: 'pay.button.' },
  { files: /^src\/browser\/(frames\/status|ui)\//, prefix: 'status.' },
];
const TRANSLATORS = ['t', 'translate', 'textOf'];

type Mention = {
  /** Matches the key. Parts that are only known at run time match any words. */
  matches: RegExp;
  text: string;
  /** It is an argument of a translator, so the key must exist. */
  asked: boolean;
};

// The portal has a catalogue of its own. Only the mails to staff about a store speak like it.
const CATALOGUES = [
  {
    file: 'src/messages/en.ts',
    keys: Object.keys(en),
    readers: /^src\/(?!messages\/|browser\/portal\/|surfaces\/(?:mails\/staff-(?:news|change)\.ts|shopify-app\/))/,
  },
  {
    file: 'src/messages/portal',
    keys: Object.keys({
      ...portal,
      ...setup,
      ...account,
      ...rehearsal,
      ...office,
      ...discounts,
      ...ids,
      ...people,
      ...faults,
      ...alerts,
      ...rows,
      ...terms,
      ...sending,
      ...lists,
      ...home,
    }),
    readers: /^src\/(browser\/portal\/|messages\/alerts\/text\.ts|surfaces\/mails\/staff-(?:news|change)\.ts)/,
  },
  { file: 'src/messages/portal/shopify-en.ts', keys: Object.keys(shopifyEn), readers: /^src\/surfaces\/shopify-app\// },
];

/** Checks that the code uses every key of each catalogue, and that every key in the code exists. */
export async function checkMessages(): Promise<string> {
  const paths = (await projectFiles('src/')).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  const sources = await Promise.all(
    paths.map(async (path) => ({ path, mentions: mentionsIn(path, await readFile(PROJECT + path, 'utf8')) })),
  );
  const problems = CATALOGUES.flatMap(({ file, keys, readers }) =>
    problemsOf(
      { file, keys },
      sources.filter(({ path }) => readers.test(path)),
    ),
  );
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return `${CATALOGUES.reduce((sum, { keys }) => sum + keys.length, 0)} texts`;
}

type Source = { path: string; mentions: Mention[] };

function problemsOf({ file, keys }: { file: string; keys: string[] }, sources: readonly Source[]): string[] {
  const missing = sources.flatMap(({ path, mentions }) =>
    mentions
      .filter(({ asked, matches }) => asked && !keys.some((key) => matches.test(key)))
      .map(({ text }) => `${path} uses a key that the catalogue does not have: ${text}`),
  );
  const patterns = sources.flatMap(({ mentions }) => mentions.map(({ matches }) => matches));
  const unused = keys
    .filter((key) => !patterns.some((pattern) => pattern.test(key)))
    .map((key) => `${file}: no code uses ${key}`);
  return [...missing, ...unused];
}

/** Returns the strings of a source that are, or may be, keys of the catalogue. */
export function mentionsIn(path: string, source: string): Mention[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const prefixes = FRAMES.filter(({ files }) => files.test(path)).map(({ prefix }) => prefix);
  const mentions: Mention[] = [];
  const visit = (node: ts.Node, asked: boolean): void => {
    const text = textOf(node);
    // Outside a translator call, a word without a full stop is hardly ever a key.
    if (text !== undefined && (asked || text.includes('.'))) mentions.push(...mentionsOf(text, prefixes, asked));
    const key = ts.isCallExpression(node) && isTranslator(node.expression) ? keyArgument(node) : undefined;
    ts.forEachChild(node, (child) => visit(child, child === key || (asked && passesOn(node, child))));
  };
  visit(file, false);
  return mentions;
}

const RUNTIME_PART = '\u0000';

/** Returns the text of a string, or of a template with a mark for each part that is only known at run time. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const text = node.head.text + node.templateSpans.map((span) => RUNTIME_PART + span.literal.text).join('');
  return /[a-z]/.test(text) ? text : undefined;
}

function mentionsOf(text: string, prefixes: readonly string[], asked: boolean): Mention[] {
  const pattern = (key: string) => new RegExp(`^${key.split(RUNTIME_PART).map(escaped).join('[\\w.]+')}$`);
  const shown = text.replaceAll(RUNTIME_PART, '…');
  const sources = [text, ...prefixes.map((prefix) => prefix + text)].map((key) => pattern(key).source);
  return [{ matches: new RegExp(sources.join('|')), text: shown, asked }];
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function isTranslator(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && TRANSLATORS.includes(name.text);
}

/** Returns the key of a call `t(key, values)` or `translate(locale, key, values)`. */
function keyArgument({ expression, arguments: given }: ts.CallExpression): ts.Expression | undefined {
  return ts.isIdentifier(expression) && expression.text === 'translate' ? given[1] : given[0];
}

/** In a conditional expression both branches are keys; the condition is not. */
function passesOn(node: ts.Node, child: ts.Node): boolean {
  if (ts.isConditionalExpression(node)) return child !== node.condition;
  return ts.isParenthesizedExpression(node);
}
