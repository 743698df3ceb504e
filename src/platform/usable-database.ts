import { ASIDE } from './backup/tables.ts';
import type { Sql } from './db.ts';
import { SetupError } from './setup-error.ts';

export const SERVER_VERSION_MIN = 150_000; // PostgreSQL 15

type DatabaseFacts = { number: number; version: string; encoding: string; aside: boolean; elsewhere: string | null };

// An older version made its tables where the role's own search_path led.
const FACTS = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
    current_setting('server_encoding') AS encoding, to_regnamespace('${ASIDE}') IS NOT NULL AS aside,
    (SELECT n.nspname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = 'schema_migration' AND c.relkind = 'r' AND to_regclass('public.schema_migration') IS NULL
       AND (n.nspname = current_user OR EXISTS (SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
         WHERE starts_with(setting, 'search_path=') AND strpos(setting, n.nspname) > 0)) LIMIT 1) AS elsewhere`;

/**
 * Throws a `SetupError` for a database that this code must not use: an old server, another encoding, one that a killed restore left
 * half done, or one whose tables lie elsewhere, which would look like an empty one. `restoring`: by the restore itself.
 */
export async function requireUsable(sql: Sql, { restoring = false } = {}): Promise<void> {
  const [facts] = await sql.query<DatabaseFacts>(FACTS);
  const fault = facts && faultOf(restoring ? { ...facts, aside: false, elsewhere: null } : facts);
  if (fault) throw new SetupError(fault);
}

function faultOf({ number, version, encoding, aside, elsewhere }: DatabaseFacts): string | null {
  if (number < SERVER_VERSION_MIN)
    return `PostgreSQL 15 or newer is needed, and DATABASE_URL names a server of version ${version}.`;
  if (encoding !== 'UTF8') {
    return (
      `The encoding of the database is ${encoding}, which does not hold what shoppers write. Make one with UTF8, and let ` +
      `DATABASE_URL name it: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`
    );
  }
  if (aside) {
    return (
      `A restore was ended in the middle. What the database held before lies in its schema ${ASIDE}; nothing of it is lost. ` +
      'Run the same “./service restore FILE --replace” again: it puts that back first.'
    );
  }
  if (elsewhere) {
    return `The tables of the service lie in the schema ${elsewhere} of this database, and it works in the schema public. Move them there first (ALTER TABLE … SET SCHEMA public).`;
  }
  return null;
}

type Rights = { role: string; database: string; schema: boolean; schemas: boolean; temporary: boolean };

const RIGHTS = `SELECT current_user AS role, current_database() AS database,
    coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false) AS schema,
    has_database_privilege(current_database(), 'CREATE') AS schemas,
    has_database_privilege(current_database(), 'TEMPORARY') AS temporary`;

/** Throws a `SetupError` unless the role may create what migrations create. */
export async function requireRights(sql: Sql): Promise<void> {
  const [rights] = await sql.query<Rights>(RIGHTS);
  if (!rights || (rights.schema && rights.schemas)) return requireTemporaryTables(sql);
  const { role, database, schema, schemas, temporary } = rights;
  const lines = [
    ...(schema ? [] : [`GRANT ALL ON SCHEMA public TO ${quoted(role)};`]),
    ...(schemas ? [] : [`GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)};`]),
    ...(temporary ? [] : [grantTemporary(rights)]),
  ];
  throw new SetupError(
    `The role ${role} may not create tables and schemas in the database ${database}. As its owner, run there:\n${lines.join('\n')}\nThen try again.`,
  );
}

/** Throws a `SetupError` unless the role may make temporary tables, which take in large files. Not every database lets each role. */
export async function requireTemporaryTables(sql: Sql): Promise<void> {
  const [rights] = await sql.query<Rights>(RIGHTS);
  if (!rights || rights.temporary) return;
  const { role, database } = rights;
  throw new SetupError(
    `The role ${role} may not make temporary tables in the database ${database}, which take in large files. As its owner, run:\n${grantTemporary(rights)}\nThen try again.`,
  );
}

const grantTemporary = ({ role, database }: Rights) =>
  `GRANT TEMPORARY ON DATABASE ${quoted(database)} TO ${quoted(role)};`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
