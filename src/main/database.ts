import { join } from 'node:path';
import { findRunningServer, ownDataDir, prepareDataDir } from '../platform/data-dir.ts';
import { type Database, openDatabase, pingDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { Config } from './config.ts';

const CONNECT_MS_MAX = 10_000;

export type DatabaseAddress = { url: string; directUrl?: string | undefined };
/** Where the running service is reached, if a running one was found. */
export type FoundDatabase = DatabaseAddress & { baseUrl?: string | undefined };

/** The database that the environment names; `readConfig` makes sure of it for processes that run beside others. */
export function sharedDatabase({ databaseUrl, databaseDirectUrl }: Config): DatabaseAddress {
  if (databaseUrl === undefined) throw new Error('This process needs DATABASE_URL, and was started without it.');
  return { url: databaseUrl, directUrl: databaseDirectUrl };
}

/** Connects, or says in a sentence why that cannot be; `db` is closed at the end of `lifetime`. */
export async function connectDatabase(
  address: DatabaseAddress,
  { log, poolConnectionsMax }: { log: Log; poolConnectionsMax: number },
  lifetime: Lifetime,
): Promise<Database> {
  const db = openDatabase({
    url: address.url,
    poolConnectionsMax,
    ...(address.directUrl ? { directUrl: address.directUrl } : {}),
    onError: noteLost(log),
  });
  lifetime.onStop(() => db.close());
  await pingDatabase(db, CONNECT_MS_MAX).catch((error: Error & { code?: string }) => {
    const reason = error.message || error.code || 'no answer';
    if (reason.includes('unsupported startup parameter')) throw throughPooler(error);
    throw new SetupError(`The database cannot be reached (${reason}). Is DATABASE_URL right, and is it running?`, {
      cause: error,
    });
  });
  return db;
}

function throughPooler(cause: Error): SetupError {
  return new SetupError(
    'DATABASE_URL leads through a pooler. Set DATABASE_DIRECT_URL beside it, to the server itself, for LISTEN, jobs and holds.',
    { cause },
  );
}

/** The same database, for jobs and whatever else looks up keys by the thousand; closed at the end of `lifetime`. */
export function connectLookups(
  { directUrl }: Database,
  { log, poolConnectionsMax }: { log: Log; poolConnectionsMax: number },
  lifetime: Lifetime,
): Database {
  const lookups = openDatabase({ url: directUrl, lookups: true, poolConnectionsMax, onError: noteLost(log) });
  lifetime.onStop(() => lookups.close());
  return lookups;
}

/** The error itself carries its connection, and with it more than a log should hold. */
function noteLost(log: Log): (error: Error) => void {
  return ({ message }) => log.warn({ reason: message }, 'a database connection was lost; the next use opens another');
}

/**
 * The database of this installation, for as long as a command runs: the one that the environment names, else the one
 * that a running server has, else the embedded one, started for it and ended with `lifetime`.
 */
export async function findDatabase(
  config: Config,
  lifetime: Pick<Lifetime, 'onStop'>,
  onProgress: (text: string) => void,
): Promise<FoundDatabase> {
  if (config.databaseUrl !== undefined) return sharedDatabase(config);
  const running = await findRunningServer(await prepareDataDir(config.dataDir));
  if (running?.databaseUrl !== undefined) return { url: running.databaseUrl, baseUrl: running.baseUrl };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, kind: 'command', onProgress });
  lifetime.onStop(() => server.stop());
  return { url: server.url };
}

export type OwnDatabase = DatabaseAddress & {
  /** To be called when the process begins to end: a start that comes now waits for the folder instead of giving up. */
  announceStop(): Promise<void>;
};

/**
 * Takes the data folder, so that commands find this installation's database through it, and starts the embedded one
 * unless the environment names another. Both end with `lifetime`.
 */
export async function ownDatabase(
  config: Config,
  lifetime: Lifetime,
  onProgress: (text: string) => void,
): Promise<OwnDatabase> {
  if (config.databaseUrl !== undefined) {
    const { url, directUrl } = sharedDatabase(config);
    const owner = await ownDataDir(await prepareDataDir(config.dataDir), 'server', onProgress);
    lifetime.onStop(() => owner.release());
    await owner.publish('running', { databaseUrl: url, baseUrl: config.baseUrl });
    return { url, directUrl, announceStop: () => owner.publish('stopping') };
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, baseUrl: config.baseUrl, onProgress });
  lifetime.onStop(() => server.stop());
  void server.ended.then(() => {
    const log = join(config.dataDir, 'postgres.log');
    lifetime.fail(new SetupError(`The embedded database has ended; what it said last is in ${log}. Start again.`));
  });
  return { url: server.url, announceStop: server.announceStop };
}
