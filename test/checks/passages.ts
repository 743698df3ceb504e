import ts from 'typescript';

/** A text that people read in a file. A `message` is a string with a space, such as a sentence or the name of a test. */
export type Passage = {
  in: 'a page' | 'a doc comment' | 'a comment' | 'a message' | 'an assertion message';
  line: number;
  text: string;
};

/** Returns the paragraphs, points and table rows of a Markdown page, without code and the targets of links. */
export function passagesOfDocs(markdown: string): Passage[] {
  const prose = markdown
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, '…'))
    .replaceAll(/\]\([^)\s]*\)/g, ']');
  return [...prose.matchAll(/^.+(?:\n(?!\||#|- ).+)*/gm)].map((match) => ({
    in: 'a page',
    line: lineAt(prose, match.index),
    text: inOneLine(match[0]),
  }));
}

/** Returns the comments of a style sheet. */
export function passagesOfStyle(css: string): Passage[] {
  return [...css.matchAll(/\/\*[\s\S]*?\*\//g)].map((match) => ({
    in: 'a comment',
    line: lineAt(css, match.index),
    text: wordsOfComment(match[0]),
  }));
}

/** Returns the comments and the messages of a source. */
export function passagesOfCode(file: ts.SourceFile): Passage[] {
  const nodes = nodesOf(file);
  const comments = commentsOf(file).map(({ pos, end }): Passage => {
    const text = file.text.slice(pos, end);
    const kind = text.startsWith('/**') ? 'a doc comment' : 'a comment';
    return { in: kind, line: lineAt(file.text, pos), text: wordsOfComment(text) };
  });
  const passage = (kind: Passage['in'], node: ts.Node, text: string): Passage => {
    return { in: kind, line: lineAt(file.text, node.getStart(file)), text: inOneLine(text) };
  };
  const texts = nodes.filter(isText).filter(({ text }) => text.trim().includes(' '));
  return [
    ...comments,
    ...texts.map((node) => passage('a message', node, node.text)),
    ...nodes.flatMap(assertionMessagesOf).map((node) => passage('an assertion message', node, node.getText(file))),
  ];
}

/** Returns the lines in which a literal is spread into another one, such as `{ ...{ a, b } }`. */
export function linesOfSpreadLiterals(file: ts.SourceFile): number[] {
  const isSpreadLiteral = (node: ts.Node) =>
    (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) ||
    (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression));
  return nodesOf(file)
    .filter(isSpreadLiteral)
    .map((node) => lineAt(file.text, node.getStart(file)));
}

function nodesOf(file: ts.SourceFile): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return nodes;
}

function commentsOf(file: ts.SourceFile): ts.CommentRange[] {
  const found = new Map<number, ts.CommentRange>();
  const lookBeside = ({ pos, end }: ts.TextRange) => {
    const before = ts.getLeadingCommentRanges(file.text, pos) ?? [];
    const after = [ts.getTrailingCommentRanges(file.text, end) ?? [], ts.getLeadingCommentRanges(file.text, end) ?? []];
    for (const range of [before, ...after].flat()) found.set(range.pos, range);
  };
  const visit = (node: ts.Node): void => {
    if (!ts.isJsxText(node)) lookBeside(node); // two slashes in its text begin no comment
    ts.forEachChild(node, visit, (nodes) => {
      lookBeside(nodes); // an empty block may hold a comment
      nodes.forEach(visit);
    });
  };
  visit(file);
  return [...found.values()];
}

/** Returns what an `expect` says when it fails: every argument but the first. */
function assertionMessagesOf(node: ts.Node): ts.Node[] {
  const isExpect = ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'expect';
  return isExpect ? node.arguments.slice(1) : [];
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralToken | ts.JsxText {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  );
}

function wordsOfComment(comment: string): string {
  return inOneLine(comment.replaceAll(/^\/\/+|^\/\*+|\*+\/$|\n\s*\*/g, ' '));
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
