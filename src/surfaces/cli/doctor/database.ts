import { readBudget } from '../../../platform/connection-budget.ts';
import {
  leadsToOne,
  readClockSkew,
  readServer,
  TORN_PAGES,
  TORN_PAGES_TODO,
} from '../../../platform/database-facts.ts';
import { type Database, openDatabase } from '../../../platform/db.ts';
import { differencesOf, type RunningProcess, readProcesses } from '../../../platform/running-processes.ts';
import { mayCreateDatabases } from '../../../platform/scratch-database.ts';
import { SERVER_VERSION_MIN } from '../../../platform/usable-database.ts';
import { whyUnreachable } from '../../../platform/why-unreachable.ts';
import { type CheckResult, type Finding, failed, look, ok, warning } from './finding.ts';

// Tokens of signed-in customers may be from the future by a minute, and are valid for an hour.
const SKEW_MS = { warns: 1_000, fails: 30_000 };

export const lookAtDatabase = (db: Database): Promise<Finding> =>
  look('database', async () => {
    const { number, version, engine, wholePages } = await readServer(db);
    const todo = `Use PostgreSQL ${SERVER_VERSION_MIN / 10_000} or newer.`;
    if (!engine.startsWith('PostgreSQL ')) return failed('The engine says that it is not PostgreSQL.', todo);
    if (number < SERVER_VERSION_MIN) return failed(`PostgreSQL ${version} is too old.`, todo);
    const says = `PostgreSQL ${version.split(' ')[0]}`;
    return wholePages ? ok(says) : warning(`${says}. ${TORN_PAGES}`, TORN_PAGES_TODO);
  });

export const lookAtConnections = (db: Database): Promise<Finding> =>
  look('connections', async () => {
    const { enough, says } = await readBudget(db);
    return enough
      ? ok(says)
      : warning(says, 'Set DATABASE_CONNECTIONS lower, run fewer processes, or raise max_connections.');
  });

const MEND = {
  versions: 'During an upgrade this is as it should be. Afterwards restart those of the other version.',
  addresses: 'Set the same BASE_URL and PORTAL_URL for every process, and restart them.',
};

export const lookAtProcesses = (db: Database): Promise<Finding> =>
  look('processes', async () => seeProcesses(await readProcesses(db)));

/** Says whether all processes are of one version and write the same links. */
export function seeProcesses(processes: readonly RunningProcess[]): CheckResult {
  const found = differencesOf(processes);
  if (found.length > 0) {
    const all = found.map(({ says }) => says).join(' ');
    return warning(all, found.map(({ kind }) => MEND[kind]).join(' '));
  }
  const [first] = processes;
  if (!first) return ok('None of the service runs.');
  return ok(`${processes.length} run, of version ${first.version}, and with the same addresses.`);
}

export const lookAtPooler = (db: Database): Promise<Finding> =>
  look('pooler', async () => {
    if (db.directUrl === db.url) return ok('There is none before the database.');
    if (await leadsToOne(db)) return ok('Both addresses lead to the same database.');
    return failed(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
      'Set DATABASE_DIRECT_URL to the server behind the pooler.',
    );
  });

export const lookAtStandby = ({ standby }: Database): Promise<Finding> =>
  look('standby', async () => {
    if (!standby) return ok('None is read from.');
    await standby.reading();
    const { fault, why, ageSeconds } = standby.state();
    if (fault === null) return ok('It has everything that is committed, and reads are taken from it.');
    if (why !== null) {
      const says = `Reads are taken from the primary, because the standby does not answer: ${why}.`;
      return warning(says, 'See whether it runs, and at DATABASE_READ_URL: host, port, role, password and database.');
    }
    const says = `Reads are taken from the primary: of the standby, ${fault} (${Math.round(ageSeconds)} s).`;
    return warning(says, 'See whether it runs and follows (pg_stat_wal_receiver there), and at DATABASE_READ_URL.');
  });

/** Looks at the server on which databases for trials are made. `url`: REHEARSAL_DATABASE_URL. */
export const lookAtRehearsals = (url: string): Promise<Finding> =>
  look('rehearsals', async () => {
    const open = (address: string) => openDatabase({ url: address, poolConnectionsMax: 1, onError: () => {} });
    const mayCreate = await mayCreateDatabases(open(url)).catch((error: unknown) => whyUnreachable(error));
    if (typeof mayCreate === 'string') {
      const todo = 'See whether it runs, and at REHEARSAL_DATABASE_URL: host, port, role, password and database.';
      return failed(`The server of REHEARSAL_DATABASE_URL cannot be reached: ${mayCreate}.`, todo);
    }
    if (mayCreate) return ok('The role of REHEARSAL_DATABASE_URL may create databases.');
    return failed(
      'The role of REHEARSAL_DATABASE_URL may not create databases.',
      'Let it: ALTER ROLE … CREATEDB. Until then, rehearsals fail and backups are not tried.',
    );
  });

export const lookAtClock = (db: Database): Promise<Finding> =>
  look('clocks', async () => seeClock(await readClockSkew(db)));

/** `skew`: by how much the clocks differ, in milliseconds. */
export function seeClock(skew: number): CheckResult {
  const says = `This machine and the database differ by ${(skew / 1000).toFixed(1)} s.`;
  const todo = 'Have both take their time from the network (NTP).';
  if (skew > SKEW_MS.fails) return failed(says, todo);
  return skew > SKEW_MS.warns ? warning(says, todo) : ok(says);
}
