import { createHash } from 'node:crypto';
import { asSql, type Database, type Sql } from './db.ts';

/** The databases that a process makes beside its own and removes again. */
export type ScratchServer = {
  /** Makes an empty database and returns its address. */
  create(name: string): Promise<string>;
  /** Removes a database, also while something is connected to it. One that is not there is no error. */
  remove(name: string): Promise<void>;
  /** Lists the names of those that exist, for what a process that died has left. */
  list(): Promise<string[]>;
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
  return {
    async create(name) {
      await asAdmin(open(url), (sql) => sql.query(`CREATE DATABASE ${nameOf(name)}`));
      const address = new URL(url);
      address.pathname = `/${nameOf(name)}`;
      return address.href;
    },
    async remove(name) {
      await asAdmin(open(url), (sql) => sql.query(`DROP DATABASE IF EXISTS ${nameOf(name)} WITH (FORCE)`));
    },
    async list() {
      const rows = await asAdmin(open(url), (sql) =>
        sql.query<{ name: string }>(
          'SELECT substr(datname, length($1) + 1) AS name FROM pg_database WHERE starts_with(datname, $1)',
          [prefix],
        ),
      );
      return rows.map(({ name }) => name);
    },
  };
}

/** Runs a statement that takes its time, outside of a transaction. */
async function asAdmin<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  try {
    const client = await database.connect({ direct: true });
    try {
      await client.query('SET statement_timeout = 0');
      return await work(asSql(client));
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}
