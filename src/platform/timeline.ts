import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Sql } from './sql.ts';

// A standby that is promoted begins the next timeline of its server. A server on an earlier one is the old primary that came back:
// what it commits is lost. `pg_control_system` tells servers apart, because each of them counts from one.
const PLACE = `SELECT (SELECT system_identifier::text FROM pg_control_system()) AS system,
  CASE WHEN NOT pg_is_in_recovery() THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

export const EARLIER_TIMELINE = 'EARLIER_TIMELINE';
// Some hosts do not let the role ask; other servers do not have the functions.
const CANNOT_SAY = /^(42501|42883|0A000)$/;

type Place = { system: string; timeline: number };
type Session = { query(text: string): Promise<{ rows: unknown[] }> };

const newest = new Map<string, number>();
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

/**
 * Reads on which timeline the server of a session is, and throws if a later one was seen. From then on every connection
 * with an earlier one is replaced.
 */
export async function requireNewestTimeline(client: Session): Promise<void> {
  const place = await readPlace(client);
  if (place === null) return;
  await readKept(place.system);
  if (isEarlier(place)) {
    const message = `the server is on timeline ${place.timeline}, and timeline ${newest.get(place.system)} was seen of it (${folder ?? 'by this process'})`;
    throw Object.assign(new Error(message), { code: EARLIER_TIMELINE });
  }
  if (newest.get(place.system) !== place.timeline) await keep(place);
  newest.set(place.system, place.timeline);
  places.set(client, place);
  for (const one of kept) if (isLeftBehind(one)) void one.end().catch(() => {});
}

/** Does the same for the server to which a pool leads at this moment. */
export const requireNewestServer = (sql: Sql): Promise<void> =>
  requireNewestTimeline({ query: async (text) => ({ rows: await sql.query(text) }) });

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

async function readPlace(client: Session): Promise<Place | null> {
  try {
    const { rows } = await client.query(PLACE);
    const { system, timeline } = (rows[0] ?? {}) as Partial<Place>;
    return system !== undefined && typeof timeline === 'number' ? { system, timeline } : null;
  } catch (error) {
    if (CANNOT_SAY.test(String((error as { code?: unknown }).code))) return null;
    throw error;
  }
}
