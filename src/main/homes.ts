import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { SetupError } from '../platform/setup-error.ts';
import { type Config, type Role, readConfig } from './config.ts';
import type { Environment } from './config-values.ts';
import { variableOf } from './secret-files.ts';

/** A database in which stores live, with addresses of its own. Most installations have one, which the environment describes. */
export type Home = { name: string; environment: Environment };

/** A home with its settings, read and checked. */
export type HomeConfig = Home & { config: Config };

/** The name of the home that the environment of the process describes. */
const FIRST = 'first';

// What belongs to one database: the other homes do not get it from the environment.
const OWN = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REHEARSAL_DATABASE_URL',
  'BASE_URL',
  'PORTAL_URL',
  'SHOPIFY_CLIENT_ID',
  'SHOPIFY_CLIENT_SECRET',
  'SHOPIFY_STAND_IN',
  'STRIPE_STAND_IN',
];
// What a file may set for its home; without it, the environment's value holds there too.
const SHARED = ['DATABASE_CONNECTIONS', 'SMTP_URL', 'MAIL_FROM', 'MAIL_CONNECTIONS', 'DATA_DIR'];

const FILE = /^([a-z0-9][a-z0-9-]{0,39})\.env$/;

/**
 * Returns the homes of this installation, the environment's first, then those of the files in the folder `DATABASES_DIR` by name.
 * Throws a `SetupError` for a folder or a file that cannot be used.
 */
export function readHomes(environment: Environment = process.env): Home[] {
  const first = { name: FIRST, environment };
  const folder = environment.DATABASES_DIR?.trim();
  if (!folder) return [first];
  return [first, ...filesOf(folder).map((file) => readHome(folder, file, environment))];
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.env'))
      .sort();
  } catch (cause) {
    throw new SetupError(`DATABASES_DIR is ${folder}, which is no folder that can be read.`, { cause });
  }
}

function readHome(folder: string, file: string, environment: Environment): Home {
  const path = join(folder, file);
  const name = FILE.exec(file)?.[1];
  if (name === undefined) throw new SetupError(`${path}: name it in small letters, digits and hyphens.`);
  if (name === FIRST)
    throw new SetupError(`${path}: “${FIRST}” is the database of the environment; take another name.`);
  const own = parseEnv(textOf(path));
  const strange = Object.keys(own).filter((key) => ![...OWN, ...SHARED].includes(variableOf(key)));
  if (strange.length > 0) {
    const verb = strange.length === 1 ? 'is no setting' : 'are no settings';
    throw new SetupError(
      `${path}: ${strange.join(', ')} ${verb} of one database. It may set ${[...OWN, ...SHARED].join(', ')}.`,
    );
  }
  // A variable has two names: with an SMTP_URL of its own, a home must not get the SMTP_URL_FILE of the environment.
  const set = new Set([...OWN, ...Object.keys(own).map(variableOf)]);
  const inherited = Object.entries(environment).filter(([key]) => !set.has(variableOf(key)));
  return { name, environment: { ...Object.fromEntries(inherited), ...own } };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SetupError(`${path} cannot be read.`, { cause });
  }
}

/** Reads the settings of all homes. Throws one `SetupError` with all mistakes, also where two homes have the same database or host. */
export function readHomeConfigs(role: Role, homes: readonly Home[]): HomeConfig[] {
  const mistakes: string[] = [];
  const read: HomeConfig[] = [];
  for (const home of homes) {
    try {
      read.push({ ...home, config: readConfig(role, home.environment) });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      mistakes.push(...error.message.split('\n').map((line) => `Database ${home.name}: ${line}`));
    }
  }
  mistakes.push(...doubles(read), ...withoutPortal(homes));
  if (mistakes.length > 0) throw new SetupError(mistakes.join('\n'));
  return read;
}

/** Returns the home of this name; the only one without a name. Throws a `SetupError` that lists them. */
export function chooseHome(homes: readonly Home[], name: string | undefined): Home {
  const [first, second] = homes;
  if (first && !second && name === undefined) return first;
  const chosen = homes.find((home) => home.name === name);
  if (chosen) return chosen;
  const names = homes.map((home) => home.name).join(', ');
  throw new SetupError(
    name === undefined
      ? `This installation has several databases (${names}). Say which: --database ${second?.name}. ./service databases find STORE says where a store lives.`
      : `There is no database “${name}”; this installation has ${names}.`,
  );
}

/** What no two homes may share, by its name. Hosts without ports: cookies and browsers' storage know no ports. */
const UNIQUE: Record<string, (home: HomeConfig) => string | undefined> = {
  DATABASE_URL: ({ config }) => config.databaseUrl && placeOf(config.databaseUrl),
  'the host of BASE_URL': ({ config }) => new URL(config.baseUrl).hostname,
  'the host of PORTAL_URL': ({ config, environment }) =>
    config.portalPort === undefined && !environment.PORTAL_URL ? undefined : new URL(config.portalUrl).hostname,
};

function doubles(homes: readonly HomeConfig[]): string[] {
  return Object.entries(UNIQUE).flatMap(([what, of]) => {
    const owners = new Map<string, string>();
    return homes.flatMap((home) => {
      const value = of(home);
      if (value === undefined) return [];
      const owner = owners.get(value);
      if (owner !== undefined) return [`Databases ${owner} and ${home.name} share ${what}; each needs its own.`];
      owners.set(value, home.name);
      return [];
    });
  });
}

/** Mails to staff lead to PORTAL_URL, also those that a worker sends, so either all homes have one or none. */
function withoutPortal(homes: readonly Home[]): string[] {
  const without = homes.filter(({ environment }) => !environment.PORTAL_URL);
  if (without.length === homes.length) return [];
  return without.map(({ name }) => `Database ${name}: it needs a PORTAL_URL of its own, as another database has one.`);
}

/** Returns server and database of a URL, without user and password. */
function placeOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  if (!url) return databaseUrl;
  const socket = url.searchParams.get('host');
  return `${socket ?? url.hostname}:${url.port || '5432'}${url.pathname}`;
}
