import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readBudget } from '../platform/connection-budget.ts';
import { findRunningServer, ownDataDir, prepareDataDir } from '../platform/data-dir.ts';
import { isDatabaseGone } from '../platform/database-away.ts';
import { readServer, TORN_PAGES, TORN_PAGES_TODO } from '../platform/database-facts.ts';
import { SESSION_LIMITS } from '../platform/database-session-options.ts';
import { type Database, openDatabase, pingDatabase } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import type { Lifetime } from '../platform/lifetime.ts';
import type { Log } from '../platform/log.ts';
import { differencesOf, readProcesses } from '../platform/running-processes.ts';
import { SetupError } from '../platform/setup-error.ts';
import type { Standby } from '../platform/sql.ts';
import { traceSql } from '../platform/sql-traces.ts';
import { watchStandby } from '../platform/standby.ts';
import type { Traces } from '../platform/traces.ts';
import { whyUnreachable } from '../platform/why-unreachable.ts';
import type { Config } from './config.ts';

type Connecting = { log: Log; poolConnectionsMax: number; name?: string; traces?: Traces | null | undefined };

const CONNECT_MS_MAX = 10_000;
const TRY_AGAIN_MS = 1_000;

export type DatabaseAddress = { url: string; directUrl?: string | undefined; readUrl?: string | undefined };
/** `baseUrl` and `portalUrl` are the addresses of the running service, if one was found. */
export type FoundDatabase = DatabaseAddress & { baseUrl?: string | undefined; portalUrl?: string | undefined };

/** Returns the database that the environment names. `readConfig` requires it for processes that run beside others. */
export function sharedDatabase({ databaseUrl, databaseDirectUrl, databaseReadUrl }: Config): DatabaseAddress {
  if (databaseUrl === undefined) throw new Error('configuration without DATABASE_URL');
  return { url: databaseUrl, directUrl: databaseDirectUrl, readUrl: databaseReadUrl };
}

/**
 * Connects to the database. Throws a `SetupError` if that fails; with `waits` only if it never can, such as for a wrong
 * password. `lifetime` closes the connections.
 */
export async function connectDatabase(
  address: DatabaseAddress,
  { log, poolConnectionsMax, name, traces, waits = false }: Connecting & { waits?: boolean },
  lifetime: Lifetime,
): Promise<Database> {
  const db = openDatabase({
    url: address.url,
    poolConnectionsMax,
    ...(address.directUrl ? { directUrl: address.directUrl } : {}),
    name,
    onError: logLostConnection(log),
    onRefused: logRefusedConnection(log),
    onStatement: statementLog(log),
    traces: traces ? traceSql(traces) : undefined,
  });
  lifetime.onStop(() => db.close());
  for (const way of waysTo(db)) {
    await (waits ? waitForDatabase(way, log) : way.ping()).catch((error: unknown) => {
      throw isPoolerRefusal(error) ? poolerError(error, way) : unreachable(error, way);
    });
  }
  return address.readUrl === undefined
    ? db
    : { ...db, standby: openStandby(address.readUrl, { db, log, poolConnectionsMax, traces }, lifetime) };
}

type Way = { variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'; pooled?: boolean; ping(): Promise<void> };

/** Returns the addresses by which a process reaches its database: behind a pooler there are two, and each may be wrong or away. */
function waysTo(db: Database): Way[] {
  const pooled: Way = { variable: 'DATABASE_URL', ping: () => pingDatabase(db, CONNECT_MS_MAX) };
  if (db.directUrl === db.url) return [pooled];
  const connect = async () => {
    await (await db.connect({ direct: true })).end();
    return [];
  };
  return [
    { ...pooled, pooled: true },
    { variable: 'DATABASE_DIRECT_URL', ping: () => pingDatabase({ query: connect }, CONNECT_MS_MAX) },
  ];
}

const POOLER_WAITS = 'or the pooler there had no free connection to its server (default_pool_size), or cannot reach it';

function unreachable(cause: unknown, { variable, pooled = false }: Way): SetupError {
  const what = variable === 'DATABASE_URL' ? 'The database' : 'The database behind the pooler';
  // A pooler takes a client in, and lets it wait for minutes.
  const why = whyUnreachable(cause).replace('answer in time', pooled ? `answer in time, ${POOLER_WAITS}` : '$&');
  return new SetupError(`${what} cannot be reached: ${why}. Is ${variable} right, and is it running?`, { cause });
}

// Longer than the time-out of a statement, so that it is only met when the network swallows an answer.
const STANDBY_ANSWER_MS = SESSION_LIMITS.statement_timeout + 1_000;

/** Opens a pool on the standby. It may be away: the primary is read until it comes. */
function openStandby(
  url: string,
  { db, log, poolConnectionsMax, traces }: Connecting & { db: Database },
  lifetime: Pick<Lifetime, 'onStop'>,
): Standby {
  const own = openDatabase({
    url,
    poolConnectionsMax,
    answerMsMax: STANDBY_ANSWER_MS,
    onStatement: statementLog(log),
    traces: traces ? traceSql(traces) : undefined,
  });
  const standby = watchStandby({ primary: db, standby: own, log });
  lifetime.onStop(() => standby.stop());
  return standby;
}

/** Waits for a database that is not there yet, such as after a restart of the whole machine. A signal ends the process meanwhile. */
async function waitForDatabase({ ping }: Way, log: Log): Promise<void> {
  for (;;) {
    try {
      return await ping();
    } catch (error) {
      if (!isDatabaseGone(error) || isPoolerRefusal(error)) throw error; // a pooler says why only once
      log.warn(
        { err: error, why: whyUnreachable(error) },
        'the database cannot be reached yet; this process waits for it',
      );
    }
    await sleep(TRY_AGAIN_MS);
  }
}

/** A pooler that refuses the settings of a session ends the connection, as a server that goes away does. */
function isPoolerRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.includes('unsupported startup parameter');
}

function poolerError(cause: unknown, { variable }: Way): SetupError {
  const todo =
    variable === 'DATABASE_URL'
      ? 'Set DATABASE_DIRECT_URL beside it, to the server itself, for LISTEN, jobs and holds.'
      : 'Set it to the server itself: LISTEN, jobs and holds need sessions of their own.';
  return new SetupError(`${variable} leads through a pooler. ${todo}`, { cause });
}

/** Opens a second pool on the direct address, for jobs and other frequent look-ups by key. `lifetime` closes it. */
export function connectLookups(
  { directUrl }: Database,
  { log, poolConnectionsMax, name, traces }: Connecting,
  lifetime: Lifetime,
): Database {
  const lookups = openDatabase({
    url: directUrl,
    lookups: true,
    poolConnectionsMax,
    name,
    onError: logLostConnection(log),
    onRefused: logRefusedConnection(log),
    onStatement: statementLog(log),
    traces: traces ? traceSql(traces) : undefined,
  });
  lifetime.onStop(() => lookups.close());
  return lookups;
}

/** The log keeps only the message and the code: the error object holds its connection, with the password and more. */
function logLostConnection(log: Log): (error: Error) => void {
  return (error) => log.warn({ err: error }, 'a database connection was lost; the next use opens another');
}

const logRefusedConnection = (log: Log) => (err: unknown) => log.warn({ err }, 'a connection was refused');

/**
 * Says once how many connections the processes may open, for how many the server has room, in what they differ (two versions run during
 * every upgrade), and what a crash of the server may do.
 */
export async function tellProcesses(db: Database, log: Log): Promise<void> {
  const { enough, says } = await readBudget(db);
  if (enough) log.info(says);
  else log.warn(`${says} Set DATABASE_CONNECTIONS lower, run fewer processes, or raise max_connections.`);
  for (const { kind, says: difference } of differencesOf(await readProcesses(db))) {
    if (kind === 'versions') log.info(difference);
    else log.warn(difference);
  }
  const { wholePages } = await readServer(db);
  if (!wholePages) log.warn(`${TORN_PAGES} ${TORN_PAGES_TODO}`);
}

/** Returns what writes a line for each SQL statement at the trace level, and nothing at the others. */
function statementLog(log: Log): ((text: string) => void) | undefined {
  if (!log.isLevelEnabled('trace')) return undefined;
  return (text) => log.trace({ sql: text.trim().replaceAll(/\s+/g, ' ') }, 'statement');
}

/**
 * Finds the database of this installation for a command. It is the one that the environment names, else that of a running
 * server, else the embedded one, which is started for the command and stopped with `lifetime`.
 */
export async function findDatabase(
  config: Config,
  lifetime: Pick<Lifetime, 'onStop'>,
  onProgress: (text: string) => void,
): Promise<FoundDatabase> {
  if (config.databaseUrl !== undefined) return sharedDatabase(config);
  const isThere = await stat(config.dataDir).then(
    () => true,
    () => false,
  );
  const running = isThere ? await findRunningServer(await prepareDataDir(config.dataDir)) : undefined;
  if (running?.databaseUrl !== undefined) {
    const { databaseUrl: url, baseUrl, portalUrl } = running;
    return { url, baseUrl, portalUrl };
  }
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, kind: 'command', onProgress });
  lifetime.onStop(() => server.stop());
  return { url: server.url };
}

export type OwnDatabase = DatabaseAddress & {
  /** Call it when the process begins to stop: another start then waits for the folder instead of giving up. */
  announceStop(): Promise<void>;
};

/**
 * Locks the data folder and publishes the database's address in it, so that commands find it. Starts the embedded database
 * unless the environment names another. `lifetime` ends both.
 */
export async function ownDatabase(
  config: Config,
  lifetime: Lifetime,
  onProgress: (text: string) => void,
): Promise<OwnDatabase> {
  const { baseUrl, portalUrl } = config;
  if (config.databaseUrl !== undefined) {
    const address = sharedDatabase(config);
    const owner = await ownDataDir(await prepareDataDir(config.dataDir), 'server', onProgress);
    lifetime.onStop(() => owner.release());
    await owner.publish('running', { databaseUrl: address.url, baseUrl, portalUrl });
    return { ...address, announceStop: () => owner.publish('stopping') };
  }
  const server = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    addresses: { baseUrl, portalUrl },
    onProgress,
  });
  lifetime.onStop(() => server.stop());
  void server.ended.then(() => {
    const log = join(config.dataDir, 'postgres.log');
    lifetime.fail(
      new SetupError(`The embedded database has ended and does not start again; what it said last is in ${log}.`),
    );
  });
  return { url: server.url, announceStop: server.announceStop };
}
