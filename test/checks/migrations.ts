import { readMigrations } from '../../src/platform/migrations.ts';

// Older files were applied before anybody served from the database.
const FIRST_CHECKED = '0027';

type Rule = { never: RegExp; because: string };

/** What stops the version before, which still serves while this one starts. Allowed where the file says `needs code of`. */
const BREAKS_OLDER_CODE: Rule[] = [
  { never: /\bRENAME\b/i, because: 'the version before asks for the old name' },
  { never: /\bDROP (TABLE|COLUMN)\b/i, because: 'the version before still uses it' },
  { never: /\bALTER COLUMN \w+ (SET DATA )?TYPE\b/i, because: 'it rewrites the table under a lock' },
];

/** What reads a whole table while everybody else waits for it. Allowed for a table that the same file creates. */
const LOCKS_A_TABLE: Rule[] = [
  {
    never: /\bCREATE (UNIQUE )?INDEX (?!CONCURRENTLY)(IF NOT EXISTS )?\w+\s+ON (?<table>[\w.]+)/gi,
    because: 'an index is built CONCURRENTLY, in a file “outside a transaction”',
  },
  {
    never:
      /\bALTER TABLE (?<table>[\w.]+)[^;]*?\bADD (CONSTRAINT \w+ )?(CHECK|FOREIGN KEY)\b(?![^;]*\bNOT VALID\b)[^;]*/gi,
    because: 'a constraint is added NOT VALID, and validated in a file “outside a transaction”',
  },
  {
    never: /\bALTER TABLE (?<table>[\w.]+)[^;]*\bSET NOT NULL\b/gi,
    because: 'NOT NULL is a CHECK that is added NOT VALID and validated later',
  },
  {
    never: /(?:^|;)\s*UPDATE (?<table>[\w.]+)/gi,
    because: 'rows are filled by a file “in parts”',
  },
];

/** Throws with what is wrong in the migrations, a line each; resolves with how many were looked at. */
export async function checkMigrations(folder?: URL): Promise<string> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => name >= FIRST_CHECKED);
  const faults = migrations.flatMap(({ name, mode, needsCode, statements }) => {
    const text = statements.replaceAll(/--.*$/gm, '');
    return [...(needsCode === null ? breaks(text) : []), ...(mode === 'transaction' ? locks(text) : [])].map(
      (fault) => `${name}: ${fault}`,
    );
  });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `${migrations.length} that a running service can stand`;
}

function breaks(text: string): string[] {
  return BREAKS_OLDER_CODE.filter(({ never }) => never.test(text)).map(({ because }) => because);
}

function locks(text: string): string[] {
  const created = new Set([...text.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?([\w.]+)/gi)].map(([, table]) => table));
  return LOCKS_A_TABLE.flatMap(({ never, because }) =>
    [...text.matchAll(never)]
      .map(({ groups }) => groups?.table)
      .filter((table) => !created.has(table))
      .map((table) => `${table}: ${because}`),
  );
}
