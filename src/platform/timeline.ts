import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Sql } from './sql.ts';

// A standby that is promoted begins the next timeline of its server. A server on an earlier one is the old primary that came back:
// what it commits is lost. `pg_control_system` tells servers apart, because each of them counts from one.
const PLACE = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

export const EARLIER_TIMELINE = 'EARLIER_TIMELINE';
export const OTHER_SYSTEM = 'OTHER_SYSTEM';
// A name with two addresses, or a pooler with two hosts, leads to each of them by turns.
const TWO_SYSTEMS_MS = 60_000;
// Some hosts do not let the role ask; other servers do not have the functions.
const CANNOT_SAY = /^(42501|42883|0A000)$/;

type Place = { system: string; timeline: number };
/** `timeline`: null of a standby. */
type Answer = { system?: string; timeline?: number | null };
type Session = { query(text: string): Promise<{ rows: unknown[] }> };
/** `refusedAt`: when a connection led to another one last. */
type System = { id: string; refusedAt: number };

const newest = new Map<string, number>();
// By address. Two databases of a process may be on two systems, but what is sold in one must not be looked up in the other.
const systems = new Map<string, System>();
const places = new WeakMap<object, Place>();
// Connections outside the pools, which are ended when a later timeline is seen.
const kept = new Set<pg.Client>();

// What the processes over one DATA_DIR have seen: an empty file for each timeline of a system, so that no two writers are in each other's way.
let folder: string | undefined;
let writes = false;

/**
 * Shares what is seen with all processes that have this DATA_DIR, also with those that are started later. `mayWrite`: commands only read,
 * because they may run as another user. A folder that does not exist is not made.
 */
export function keepTimelines(dataDir: string, { mayWrite }: { mayWrite: boolean }): void {
  folder = join(dataDir, 'timelines');
  writes = mayWrite;
}

async function readKept(system: string): Promise<void> {
  const names = folder === undefined ? [] : await readdir(folder).catch(() => []);
  const kept = names.filter((name) => name.startsWith(`${system}.`)).map((name) => Number(name.split('.')[1]));
  for (const timeline of kept.filter(Number.isInteger)) newest.set(system, Math.max(timeline, newest.get(system) ?? 0));
}

/** Does nothing where it cannot write: then each process knows what it has seen itself. */
async function keep({ system, timeline }: Place): Promise<void> {
  if (folder === undefined || !writes) return;
  await mkdir(folder, { mode: 0o700 }).catch(() => {});
  await writeFile(join(folder, `${system}.${timeline}`), '', { flag: 'wx' }).catch(() => {});
}

const isEarlier = ({ system, timeline }: Place) => timeline < (newest.get(system) ?? 0);

/** Throws if another database system than this was seen at the address. The first one is used as long as the process runs. */
function requireSameSystem(address: string, system: string): void {
  const used = systems.get(address);
  if (used === undefined) systems.set(address, { id: system, refusedAt: -Infinity });
  if (used === undefined || used.id === system) return;
  used.refusedAt = performance.now();
  const message = `the server is of the database system ${system}, and this process uses ${used.id} at the same address`;
  throw Object.assign(new Error(message), { code: OTHER_SYSTEM });
}

/** Returns true if the address has led to two database systems within the last minute. */
export function leadsToTwoSystems(address: string): boolean {
  return performance.now() - (systems.get(address)?.refusedAt ?? -Infinity) < TWO_SYSTEMS_MS;
}

/**
 * Reads of which database system the server of a session is, and on which timeline. Throws if another system was seen at the address, or
 * a later timeline. From then on every connection with an earlier one is replaced.
 */
export async function requireNewestTimeline(client: Session, address: string): Promise<void> {
  const { system, timeline } = await readPlace(client);
  if (system === undefined) return;
  requireSameSystem(address, system);
  if (typeof timeline !== 'number') return; // a standby
  const place = { system, timeline };
  await readKept(system);
  if (isEarlier(place)) {
    const message = `the server is on timeline ${timeline}, and timeline ${newest.get(system)} was seen of it (${folder ?? 'by this process'})`;
    throw Object.assign(new Error(message), { code: EARLIER_TIMELINE });
  }
  if (newest.get(system) !== timeline) await keep(place);
  newest.set(system, timeline);
  places.set(client, place);
  for (const one of kept) if (isLeftBehind(one)) void one.end().catch(() => {});
}

/** Does the same for the server to which a pool leads at this moment. */
export const requireNewestServer = (sql: Sql, address: string): Promise<void> =>
  requireNewestTimeline({ query: async (text) => ({ rows: await sql.query(text) }) }, address);

/** Returns true if a connection leads to a server that is not the primary any more. */
export function isLeftBehind(client: object): boolean {
  const place = places.get(client);
  return place !== undefined && isEarlier(place);
}

/** Ends a connection when a later timeline is seen; the code that uses it opens another. */
export function endWhenLeftBehind(client: pg.Client): void {
  kept.add(client);
  client.once('end', () => kept.delete(client));
}

async function readPlace(client: Session): Promise<Answer> {
  try {
    const { rows } = await client.query(PLACE);
    return (rows[0] ?? {}) as Answer;
  } catch (error) {
    if (CANNOT_SAY.test(String((error as { code?: unknown }).code))) return {};
    throw error;
  }
}
