import { type CreateStmt, type DropStmt, type IndexStmt, type Node, parse, type RawStmt } from 'libpg-query';
import { alterTable, foreignKey, nameOf } from './alter-table.ts';
import { type Effect, effect, type Step } from './step.ts';

const OLD_NAME = 'the previous version uses the old name';
const STILL_USED = 'the previous version still uses it';
const IN_PARTS = 'change rows by a file “in parts”';
const NOT_UNDERSTOOD = 'what it does is not known before it runs: write plain statements';

type Reader = (node: Node) => Effect[] | undefined;

/** What each kind of statement does. Kinds that are not here touch no table that is in use. */
const READERS: Reader[] = [
  (node) => ('AlterTableStmt' in node ? alterTable(node.AlterTableStmt) : undefined),
  (node) => ('CreateStmt' in node ? createTable(node.CreateStmt) : undefined),
  (node) => ('IndexStmt' in node ? [createIndex(node.IndexStmt)] : undefined),
  (node) => ('DropStmt' in node ? drop(node.DropStmt) : undefined),
  (node) => ('RenameStmt' in node ? [renames(nameOf(node.RenameStmt.relation))] : undefined),
  (node) => ('AlterObjectSchemaStmt' in node ? [renames(nameOf(node.AlterObjectSchemaStmt.relation))] : undefined),
  (node) => ('UpdateStmt' in node ? [changesRows(nameOf(node.UpdateStmt.relation))] : undefined),
  (node) => ('DeleteStmt' in node ? [changesRows(nameOf(node.DeleteStmt.relation))] : undefined),
  (node) => ('MergeStmt' in node ? [changesRows(nameOf(node.MergeStmt.relation))] : undefined),
  (node) => {
    if (!('InsertStmt' in node)) return undefined;
    const { relation, selectStmt } = node.InsertStmt;
    const isList = selectStmt && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.valuesLists !== undefined;
    return [isList ? effect(nameOf(relation), 'ROW EXCLUSIVE') : changesRows(nameOf(relation))];
  },
  (node) => ('TruncateStmt' in node ? tablesOf(node.TruncateStmt.relations).map(empties) : undefined),
  (node) => ('LockStmt' in node ? tablesOf(node.LockStmt.relations).map(locks) : undefined),
  (node) =>
    'CreateTrigStmt' in node ? [effect(nameOf(node.CreateTrigStmt.relation), 'SHARE ROW EXCLUSIVE')] : undefined,
  (node) =>
    'ViewStmt' in node && node.ViewStmt.replace ? [effect(nameOf(node.ViewStmt.view), 'ACCESS EXCLUSIVE')] : undefined,
  (node) => ('ClusterStmt' in node ? [rewritesAll(nameOf(node.ClusterStmt.relation))] : undefined),
  (node) => ('RefreshMatViewStmt' in node ? [rewritesAll(nameOf(node.RefreshMatViewStmt.relation))] : undefined),
  (node) => ('VacuumStmt' in node || 'DoStmt' in node || 'ReindexStmt' in node ? [cannotSay()] : undefined),
];

/** Reads the statements of a migration with PostgreSQL's own parser. A table that the same file makes is not in use yet. */
export async function readSteps(statements: string): Promise<Step[]> {
  const { stmts = [] } = await parse(statements);
  const bytes = Buffer.from(statements);
  const made = new Set(stmts.flatMap(({ stmt }) => madeBy(stmt)));
  return stmts.map((raw) => {
    const found = raw.stmt ? READERS.map((read) => read(raw.stmt as Node)).find((one) => one !== undefined) : undefined;
    return { text: textOf(raw, bytes), effects: (found ?? []).filter(({ table }) => !made.has(table)) };
  });
}

function madeBy(stmt: Node | undefined): string[] {
  if (stmt && 'CreateStmt' in stmt) return [nameOf(stmt.CreateStmt.relation)];
  if (stmt && 'CreateTableAsStmt' in stmt) return [nameOf(stmt.CreateTableAsStmt.into?.rel)];
  return [];
}

/** The parser counts in bytes. Comments before and in a statement are left out. */
function textOf({ stmt_location: from = 0, stmt_len: length }: RawStmt, bytes: Buffer): string {
  const text = bytes.subarray(from, length ? from + length : undefined).toString();
  return text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
}

function createTable({ constraints = [], tableElts = [] }: CreateStmt): Effect[] {
  const inColumns = tableElts.flatMap((node) => ('ColumnDef' in node ? (node.ColumnDef.constraints ?? []) : [node]));
  return [...constraints, ...inColumns].flatMap((node) => {
    const isKey = 'Constraint' in node && node.Constraint.contype === 'CONSTR_FOREIGN';
    return isKey ? foreignKey('', { ...node.Constraint, skip_validation: true }).slice(1) : [];
  });
}

function createIndex({ relation, concurrent = false }: IndexStmt): Effect {
  if (concurrent) return effect(nameOf(relation), 'SHARE UPDATE EXCLUSIVE', { work: 'builds an index' });
  const instead = 'build an index CONCURRENTLY, in a file “outside a transaction”';
  return effect(nameOf(relation), 'SHARE', { work: 'builds an index', instead });
}

function drop({ removeType, objects = [], concurrent = false }: DropStmt): Effect[] {
  if (removeType === 'OBJECT_INDEX') {
    const instead = 'drop an index CONCURRENTLY, in a file “outside a transaction”';
    return concurrent ? [] : [effect('', 'ACCESS EXCLUSIVE', { instead })];
  }
  const names = objects.map(
    (node) =>
      JSON.stringify(node)
        .match(/(?<="sval":")[^"]+/g)
        ?.join('.') ?? '',
  );
  return names.map((name) => effect(name, 'ACCESS EXCLUSIVE', { breaks: STILL_USED }));
}

const tablesOf = (nodes: readonly Node[] = []) =>
  nodes.map((node) => ('RangeVar' in node ? nameOf(node.RangeVar) : ''));
const renames = (table: string) => effect(table, 'ACCESS EXCLUSIVE', { breaks: OLD_NAME });
const empties = (table: string) => effect(table, 'ACCESS EXCLUSIVE', { breaks: STILL_USED });
const changesRows = (table: string) => effect(table, 'ROW EXCLUSIVE', { work: 'changes rows', instead: IN_PARTS });
const locks = (table: string) =>
  effect(table, 'ACCESS EXCLUSIVE', { instead: 'statements take the locks that they need' });
const rewritesAll = (table: string) => effect(table, 'ACCESS EXCLUSIVE', { work: 'rewrites', instead: IN_PARTS });
const cannotSay = () => effect('', 'ACCESS EXCLUSIVE', { instead: NOT_UNDERSTOOD });
