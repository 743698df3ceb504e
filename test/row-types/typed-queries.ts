import { join, relative } from 'node:path';
import ts from 'typescript';
import { PROJECT, projectFiles } from '../checks/project.ts';
import { createTextReader } from './statement-text.ts';
import { NotKnown } from './values.ts';

/** A call that sends a statement and says of which type its rows are. */
export type TypedQuery = {
  file: string;
  line: number;
  rowType: ts.Type;
  /** Every text that the call may send; or why the sources do not tell. */
  texts: readonly string[] | NotKnown;
};

/** Source files by their paths, in place of files of the project or beside them. */
type Added = { [path: string]: string };

// The functions that send a statement: where they are declared, and which of their arguments is its text.
const SENDERS = [
  { file: 'src/platform/sql.ts', name: 'query', text: 0 },
  { file: 'src/core/stock/sale-requests.ts', name: 'send', text: 1 },
  { file: 'packages/stripe-stand-in/src/database.ts', name: 'query', text: 0 },
  { file: 'node_modules/@types/pg/index.d.ts', name: 'query', text: 0 },
];
const FOLDERS = ['src/', 'packages/stripe-stand-in/src/', 'bench/', 'demo/'];

/** Reads all queries with a row type from the sources. */
export async function readTypedQueries(added: Added = {}): Promise<{ checker: ts.TypeChecker; queries: TypedQuery[] }> {
  const paths = (await Promise.all(FOLDERS.map(projectFiles))).flat();
  const own = paths.filter((path) => /(?<!\.test)\.ts$/.test(path) && !/browser\//.test(path));
  const files = [...own, ...Object.keys(added)];
  const program = openProgram(files, added);
  const checker = program.getTypeChecker();
  const calls = files.flatMap((file) => callsIn(program.getSourceFile(join(PROJECT, file))));
  const textsOf = createTextReader(checker, calls);
  const queries = calls.flatMap((call): TypedQuery[] => {
    const typed = readCall(checker, call);
    if (!typed) return [];
    const source = call.getSourceFile();
    const { line } = source.getLineAndCharacterOfPosition(call.getStart());
    const file = relative(PROJECT, source.fileName);
    return [{ file, line: line + 1, rowType: typed.rowType, texts: known(() => textsOf(typed.text)) }];
  });
  return { checker, queries };
}

function callsIn(source: ts.SourceFile | undefined): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  if (source) visit(source);
  return calls;
}

function openProgram(files: readonly string[], added: Added): ts.Program {
  const { config } = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, PROJECT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  const texts = new Map(Object.entries(added).map(([path, text]) => [join(PROJECT, path), text]));
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  return ts.createProgram(
    files.map((file) => join(PROJECT, file)),
    options,
    host,
  );
}

function readCall(checker: ts.TypeChecker, call: ts.CallExpression) {
  const { expression: callee } = call;
  if (!ts.isPropertyAccessExpression(callee) || !SENDERS.some(({ name }) => name === callee.name.text))
    return undefined;
  const signature = checker.getResolvedSignature(call);
  const declaredIn = signature?.declaration?.getSourceFile().fileName;
  const sender = SENDERS.find(({ file, name }) => name === callee.name.text && declaredIn === join(PROJECT, file));
  const text = sender && call.arguments[sender.text];
  const rowType = text && signature && rowTypeOf(checker, signature);
  return rowType && { rowType, text };
}

/** The type of the rows; undefined where the caller says nothing about them. */
function rowTypeOf(checker: ts.TypeChecker, signature: ts.Signature): ts.Type | undefined {
  const result = checker.getAwaitedType(signature.getReturnType());
  const pgRows = result?.getProperty('rows'); // the driver gives the rows with a count and so on
  const rows = pgRows ? checker.getTypeOfSymbol(pgRows) : result;
  const row = rows && checker.getIndexTypeOfType(rows, ts.IndexKind.Number);
  if (!row || row.flags & ts.TypeFlags.Any) return undefined;
  return row.getProperties().length === 0 && checker.getIndexInfoOfType(row, ts.IndexKind.String) ? undefined : row;
}

function known(texts: () => string[]): string[] | NotKnown {
  try {
    return texts();
  } catch (error) {
    if (error instanceof NotKnown) return error;
    throw error;
  }
}
