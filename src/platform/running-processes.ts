import { createHash, randomBytes } from 'node:crypto';
import { APPLICATION, type Sql } from './db.ts';
import { readVersion } from './version.ts';

const ROLES = ['serve', 'worker', 'start'];
const WORDS = 5; // of a name, behind that of the application
const VERSION_CHARACTERS_MAX = 14; // a name has 63 bytes at most

export type RunningProcess = { role: string; connectionsMax: number; version: string; addresses: string };

type About = { role: string; connectionsMax: number; baseUrl: string; portalUrl: string };

/**
 * Returns what the sessions of a process call themselves. Others read from it which processes run, how many connections each may open,
 * of which version it is, and whether it writes the same links.
 */
export function sessionNameOf({ role, connectionsMax, baseUrl, portalUrl }: About): string {
  const addresses = createHash('sha256').update(`${baseUrl} ${portalUrl}`).digest('hex').slice(0, 8);
  const version = readVersion().slice(0, VERSION_CHARACTERS_MAX);
  return [APPLICATION, role, connectionsMax, randomBytes(4).toString('hex'), version, addresses].join(' ');
}

/** Returns the processes that have a session on the server: those of the service, without commands. */
export async function readProcesses(sql: Sql): Promise<RunningProcess[]> {
  const rows = await sql.query<{ name: string }>(
    'SELECT DISTINCT application_name AS name FROM pg_stat_activity WHERE starts_with(application_name, $1)',
    [APPLICATION],
  );
  return processesOf(rows.map(({ name }) => name));
}

/** Returns the processes that gave their sessions these names. A pooler may have added the address of each connection (PgBouncer). */
export function processesOf(names: readonly string[]): RunningProcess[] {
  const own = names.map((name) =>
    name
      .slice(APPLICATION.length + 1)
      .split(' ', WORDS)
      .join(' '),
  );
  return [...new Set(own)].flatMap(processOf);
}

/** Reads a name without its beginning. Returns nothing for that of a command. */
function processOf(name: string): RunningProcess[] {
  const [role = '', max, , version = '', addresses = ''] = name.split(' ');
  return ROLES.includes(role) ? [{ role, connectionsMax: Number(max), version, addresses }] : [];
}

export type Difference = { kind: 'addresses' | 'versions'; says: string };

/** Says in what the processes differ that should be the same in all of them. */
export function differencesOf(processes: readonly RunningProcess[]): Difference[] {
  const isOne = (part: 'addresses' | 'version') => new Set(processes.map((one) => one[part])).size < 2;
  const list = processes.map(({ role, version }) => `${role} ${version}`).sort();
  const found: Difference[] = [];
  if (!isOne('version'))
    found.push({ kind: 'versions', says: `Processes of different versions run: ${list.join(', ')}.` });
  if (!isOne('addresses')) {
    const says = `Processes have different BASE_URL or PORTAL_URL, so that their links lead to different places: ${list.join(', ')}.`;
    found.push({ kind: 'addresses', says });
  }
  return found;
}
