import { createHash } from 'node:crypto';
import { WITHOUT_TIMEOUTS } from './database-session-options.ts';
import { asSql, type Database, type Sql } from './db.ts';
import { whyUnreachable } from './why-unreachable.ts';

/** The databases that a process makes beside its own and removes again. */
export type ScratchServer = {
  /** Makes an empty database and returns its address. */
  create(name: string): Promise<string>;
  /** Removes a database, also while something is connected to it. One that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Lists the names of those that exist, for what a process that died has left. */
  list(): Promise<string[]>;
  /** Removes those that nothing is connected to: processes that died have left them. */
  removeUnused(): Promise<void>;
};

type Options = {
  db: Pick<Database, 'directUrl'>;
  open: (url: string) => Database;
  /** Another server, with a role that may create databases. */
  url: string | undefined;
  /** What their names begin with: databases for different purposes do not see each other. */
  purpose?: string;
};

/**
 * Makes databases on the server of `db`, or on that of `url`. Their names tell to which database they belong, so several
 * installations may share a server. The role needs the right to create databases.
 */
export function scratchServer({ db, open, url = db.directUrl, purpose = 'scratch' }: Options): ScratchServer {
  const withoutPassword = db.directUrl.replace(/\/\/[^@/]*@/, '//');
  const prefix = `${purpose}_${createHash('sha256').update(withoutPassword).digest('hex').slice(0, 10)}_`;
  const nameOf = (name: string) => prefix + name.replaceAll(/[^a-z0-9]/g, '');
  async function list(): Promise<string[]> {
    const rows = await asAdmin(open(url), (sql) =>
      sql.query<{ name: string }>(
        'SELECT substr(datname, length($1) + 1) AS name FROM pg_database WHERE starts_with(datname, $1)',
        [prefix],
      ),
    );
    return rows.map(({ name }) => name);
  }
  return {
    async create(name) {
      await asAdmin(open(url), async (sql) => {
        const locale = await localeFor(sql);
        return sql.query(`CREATE DATABASE ${nameOf(name)} ENCODING 'UTF8' ${locale} TEMPLATE template0`).catch(refusal);
      });
      return inDatabase(url, nameOf(name));
    },
    async remove(name) {
      await asAdmin(open(url), (sql) => sql.query(`DROP DATABASE IF EXISTS ${nameOf(name)} WITH (FORCE)`));
    },
    list,
    async removeUnused() {
      for (const name of await list()) {
        await asAdmin(open(url), (sql) => sql.query(`DROP DATABASE IF EXISTS ${nameOf(name)}`)).catch(unlessInUse);
      }
    },
  };
}

type Locale = { encoding: string; collate: string; ctype: string };

/** Returns a locale that goes with UTF8. The server's own may not: it is then as old as its encoding. */
async function localeFor(sql: Sql): Promise<string> {
  const [own] = await sql.query<Locale>(
    `SELECT pg_encoding_to_char(encoding) AS encoding, datcollate AS collate, datctype AS ctype
     FROM pg_database WHERE datname = current_database()`,
  );
  const { collate, ctype } = own?.encoding === 'UTF8' ? own : { collate: 'C', ctype: 'C' };
  return `LC_COLLATE ${literal(collate)} LC_CTYPE ${literal(ctype)}`;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Names another database in an address. As text: an address over a socket has no host, so it is none that URL reads. */
const inDatabase = (url: string, name: string) => url.replace(/^(\w+:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${name}`);

/** Returns true if the role of the address may create databases. Closes the database. */
export async function mayCreateDatabases(database: Database): Promise<boolean> {
  const asked = 'SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user';
  const [role] = await asAdmin(database, (sql) => sql.query<{ may: boolean }>(asked));
  return role?.may === true;
}

class CreationRefused extends Error {}

const NO_RIGHT = '42501';

function refusal(error: Error & { code?: string }): never {
  throw error.code === NO_RIGHT ? new CreationRefused('the role may not create databases', { cause: error }) : error;
}

/** Says why no database could be made, and what to do about it. `url`: REHEARSAL_DATABASE_URL. Repeats nothing of an address. */
export function whyNotMade(error: unknown, url: string | undefined): string {
  const name = url === undefined ? 'DATABASE_URL' : 'REHEARSAL_DATABASE_URL';
  const other = url === undefined ? ', or set REHEARSAL_DATABASE_URL' : '';
  if (error instanceof CreationRefused)
    return `the role of ${name} may not create databases. Let it (ALTER ROLE … CREATEDB)${other}`;
  return `of the server of ${name}: ${whyUnreachable(error)}. See whether it runs, and at ${name}`;
}

function unlessInUse(error: Error & { code?: string }): void {
  if (error.code !== '55006') throw error;
}

/** Runs a statement that takes its time, outside of a transaction. */
async function asAdmin<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    const client = await database.connect({ direct: true });
    try {
      await client.query(WITHOUT_TIMEOUTS);
      return await work(asSql(client));
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}
