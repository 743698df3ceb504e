import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node, RangeVar } from 'libpg-query';
import { type Effect, effect } from './step.ts';

const NOT_VALID = 'add a constraint NOT VALID, and validate it in a file “outside a transaction”';
const UNIQUE =
  'build a unique index CONCURRENTLY, in a file “outside a transaction”, and add the constraint USING INDEX';
const REWRITE = 'add a column, fill it by a file “in parts”, and have the code change over';
const STILL_USED = 'the previous version still uses it';

// Expressions that are the same for all rows, so that PostgreSQL keeps one value instead of writing each row.
const SAME_FOR_ALL_ROWS = ['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting', 'lower', 'upper'];

type OfCommand = (table: string, command: AlterTableCmd) => Effect[];

const exclusive = (table: string) => effect(table, 'ACCESS EXCLUSIVE');
const rewrites = (table: string) => effect(table, 'ACCESS EXCLUSIVE', { work: 'rewrites', instead: REWRITE });

/** What each kind of ALTER TABLE does. Any other takes the strongest lock for a moment. */
const COMMANDS: Partial<Record<string, OfCommand>> = {
  AT_AddColumn: (table, { def }) => (def && 'ColumnDef' in def ? addColumn(table, def.ColumnDef) : [exclusive(table)]),
  AT_DropColumn: (table) => [effect(table, 'ACCESS EXCLUSIVE', { breaks: STILL_USED })],
  AT_DropConstraint: (table, { name }) => [
    effect(table, 'ACCESS EXCLUSIVE', { breaks: `the previous version may rely on the constraint ${name}` }),
  ],
  // Once the next version leaves it empty, the previous one cannot read the rows: while both run, and on the way back.
  AT_DropNotNull: (table, { name }) => [
    effect(table, 'ACCESS EXCLUSIVE', { breaks: `the previous version expects a value in ${name}` }),
  ],
  AT_AlterColumnType: (table) => [rewrites(table)],
  AT_AddIdentity: (table) => [rewrites(table)],
  AT_SetLogged: (table) => [rewrites(table)],
  AT_SetUnLogged: (table) => [rewrites(table)],
  AT_SetTableSpace: (table) => [rewrites(table)],
  AT_SetAccessMethod: (table) => [rewrites(table)],
  AT_SetExpression: (table) => [rewrites(table)],
  AT_SetNotNull: (table) => [
    effect(table, 'ACCESS EXCLUSIVE', {
      work: 'reads',
      instead: 'instead of NOT NULL, add a CHECK that is NOT VALID and validate it later',
    }),
  ],
  AT_AddConstraint: (table, { def }) =>
    def && 'Constraint' in def ? addConstraint(table, def.Constraint) : [exclusive(table)],
  AT_ValidateConstraint: (table) => [
    effect(table, 'SHARE UPDATE EXCLUSIVE', {
      work: 'reads',
      instead: 'validate a constraint in a file “outside a transaction”, after the one that adds it NOT VALID',
    }),
  ],
  AT_SetStatistics: (table) => [effect(table, 'SHARE UPDATE EXCLUSIVE')],
  AT_SetRelOptions: (table) => [effect(table, 'SHARE UPDATE EXCLUSIVE')],
  AT_ResetRelOptions: (table) => [effect(table, 'SHARE UPDATE EXCLUSIVE')],
};

export function alterTable({ relation, cmds = [] }: AlterTableStmt): Effect[] {
  const table = nameOf(relation);
  return cmds.flatMap((node) => {
    if (!('AlterTableCmd' in node)) return [exclusive(table)];
    return COMMANDS[node.AlterTableCmd.subtype ?? '']?.(table, node.AlterTableCmd) ?? [exclusive(table)];
  });
}

/** Returns the name of a table, with its schema where the statement says one. */
export function nameOf(relation: RangeVar | undefined): string {
  return [relation?.schemaname, relation?.relname].filter(Boolean).join('.');
}

function addColumn(table: string, { constraints = [] }: ColumnDef): Effect[] {
  const given = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
  const has = (type: Constraint['contype']) => given.some(({ contype }) => contype === type);
  const fallback = given.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const found: Effect[] = [exclusive(table)];
  if (has('CONSTR_GENERATED') || has('CONSTR_IDENTITY')) found.push(rewrites(table));
  if (fallback !== undefined && !isSameForAllRows(fallback)) {
    const instead = 'a default that differs from row to row rewrites the table: add the column without it, then set it';
    found.push(effect(table, 'ACCESS EXCLUSIVE', { work: 'rewrites', instead }));
  }
  if (has('CONSTR_NOTNULL') && fallback === undefined) {
    const instead =
      'a NOT NULL column needs a default: existing rows have no value, nor have those of the previous version';
    found.push(effect(table, 'ACCESS EXCLUSIVE', { work: 'reads', instead }));
  }
  for (const one of given) {
    if (one.contype === 'CONSTR_CHECK')
      found.push(effect(table, 'ACCESS EXCLUSIVE', { work: 'reads', instead: NOT_VALID }));
    if (one.contype === 'CONSTR_FOREIGN') found.push(...foreignKey(table, one));
    if (one.contype === 'CONSTR_UNIQUE' || one.contype === 'CONSTR_PRIMARY') found.push(uniqueIndex(table));
  }
  return found;
}

function addConstraint(table: string, constraint: Constraint): Effect[] {
  const { contype, skip_validation: later = false, indexname } = constraint;
  if (contype === 'CONSTR_FOREIGN') return foreignKey(table, constraint);
  if (contype === 'CONSTR_UNIQUE') return [indexname ? exclusive(table) : uniqueIndex(table)];
  // A primary key reads the table even with an index, unless its columns are NOT NULL already.
  if (contype === 'CONSTR_PRIMARY') return [uniqueIndex(table)];
  if (contype === 'CONSTR_EXCLUSION') {
    return [effect(table, 'ACCESS EXCLUSIVE', { work: 'builds an index', instead: 'make another table' })];
  }
  return [later ? exclusive(table) : effect(table, 'ACCESS EXCLUSIVE', { work: 'reads', instead: NOT_VALID })];
}

function uniqueIndex(table: string): Effect {
  return effect(table, 'ACCESS EXCLUSIVE', { work: 'builds an index', instead: UNIQUE });
}

/** Both tables get triggers, so both are locked. Without NOT VALID each row is looked up under these locks. */
export function foreignKey(table: string, { pktable, skip_validation: later = false }: Constraint): Effect[] {
  const checks = later ? {} : ({ work: 'reads', instead: NOT_VALID } as const);
  return [
    effect(table, 'SHARE ROW EXCLUSIVE', checks),
    ...(pktable ? [effect(nameOf(pktable), 'SHARE ROW EXCLUSIVE')] : []),
  ];
}

/** Returns false if any function in the expression may give another value for each row. */
function isSameForAllRows(expression: Node): boolean {
  let same = true;
  JSON.stringify(expression, (key, value) => {
    if (key === 'FuncCall') {
      const name = value.funcname?.at(-1)?.String?.sval;
      if (!SAME_FOR_ALL_ROWS.includes(name)) same = false;
    }
    return value;
  });
  return same;
}
