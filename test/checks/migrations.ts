import { readMigrations } from '../../src/platform/migrations.ts';

// Earlier migrations were applied before any service ran on the database.
const FIRST_CHECKED = '0027';

type Rule = { never: RegExp; because: string };

/**
 * Statements that break the previous version, which still serves while the new one starts. Allowed in a file with `needs code
 * of`.
 */
const BREAKS_OLDER_CODE: Rule[] = [
  { never: /\bRENAME\b/i, because: 'the previous version uses the old name' },
  { never: /\bDROP (TABLE|COLUMN)\b/i, because: 'the previous version still uses it' },
  { never: /\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i, because: 'it rewrites the table under a lock' },
];

/** Statements that lock a table while they read all of it. Allowed for a table that the same file creates. */
const LOCKS_A_TABLE: Rule[] = [
  {
    never: /\bCREATE (UNIQUE )?INDEX (?!CONCURRENTLY)(IF NOT EXISTS )?\w+\s+ON (?<table>[\w.]+)/gi,
    because: 'build an index CONCURRENTLY, in a file “outside a transaction”',
  },
  {
    never:
      /\bALTER TABLE (?<table>[\w.]+)[^;]*?\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b(?![^;]*\bNOT VALID\b)[^;]*/gi,
    because: 'add a constraint NOT VALID, and validate it in a file “outside a transaction”',
  },
  {
    never: /\bALTER TABLE (?<table>[\w.]+)[^;]*\bSET NOT NULL\b/gi,
    because: 'instead of NOT NULL, add a CHECK that is NOT VALID and validate it later',
  },
  {
    never: /(?:^|;)\s*UPDATE (?<table>[\w.]+)/gi,
    because: 'fill rows by a file “in parts”',
  },
];

/** Checks the migrations. Throws with one line for each fault; otherwise resolves with the number of checked files. */
export async function checkMigrations(folder?: URL): Promise<string> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => name >= FIRST_CHECKED);
  const faults = migrations.flatMap(({ name, mode, needsCode, statements }) => {
    const text = statements.replaceAll(/--.*$/gm, '');
    return [...(needsCode === null ? breaks(text) : []), ...(mode === 'transaction' ? locks(text) : [])].map(
      (fault) => `${name}: ${fault}`,
    );
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `${migrations.length} that do not disturb a running service`;
}

function breaks(text: string): string[] {
  return BREAKS_OLDER_CODE.filter(({ never }) => never.test(text)).map(({ because }) => because);
}

function locks(text: string): string[] {
  const created = new Set(
    [...text.matchAll(/\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/gi)].map(([, table]) => table),
  );
  return LOCKS_A_TABLE.flatMap(({ never, because }) =>
    [...text.matchAll(never)]
      .map(({ groups }) => groups?.table)
      .filter((table) => !created.has(table))
      .map((table) => `${table}: ${because}`),
  );
}
