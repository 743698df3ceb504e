import { join, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { PROJECT } from '../platform/project.ts';
import { SetupError } from '../platform/setup-error.ts';

/** The role of a process. `start` runs everything in one process, with the demo; `command` is one call of the CLI. */
export type Role = 'start' | 'serve' | 'worker' | 'migrate' | 'command';

export type Config = {
  host: string;
  port: number;
  /** Metrics and the health of the process; undefined means none. A worker has none by default: a machine may run several. */
  adminPort: number | undefined;
  /** Where `adminPort` listens: loopback, unless a private network has to reach it. */
  adminHost: string;
  demoPort: number | undefined;
  /** True if the first start gives the demo store months of past. */
  demoHistory: boolean;
  /** The stand-in for Stripe, for browsers of this machine. */
  stripePort: number | undefined;
  /** The portal, for staff; undefined means that this process does not serve it. */
  portalPort: number | undefined;
  /** The address of the portal, without a trailing slash. It has a name: browsers bind passkeys to no number such as 127.0.0.1. */
  portalUrl: string;
  /** Without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  /** Undefined means the embedded database. */
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  rehearsalDatabaseUrl: string | undefined;
  /** Where the list of breached passwords is asked; undefined: nowhere. */
  breachedPasswordsUrl: string | undefined;
  /** The sizes of the two connection pools. */
  connections: Connections;
  /** Undefined means the one kept in `dataDir`. */
  secretKey: string | undefined;
  /** The previous key. Secrets that it sealed can still be opened. */
  secretKeyPrevious: string | undefined;
  trustProxy: string[];
  /** Undefined means mails become files in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** How many mails a worker sends at the same time. */
  mailConnections: number;
  /** True if webhooks may go to private networks and over plain HTTP. */
  webhookPrivateTargets: boolean;
  /** By default `warn` for `start`, so that the addresses that it prints in a terminal stay visible. */
  logLevel: string;
  /** How long the process goes on serving after SIGTERM, not ready, until balancers have chosen others. */
  shutdownPauseMs: number;
  /** True if browsers get scripts that a debugger can show. */
  readableScripts: boolean;
};

/** Pool sizes. `lookups` are direct connections for jobs, the dispatcher and other frequent look-ups by key. */
export type Connections = { pool: number; lookups: number };

// Connections outside the pools: two for the sale queue, and one for each channel that the process listens on.
const OWN_CONNECTIONS: Record<Role, number> = { start: 4, serve: 3, worker: 3, migrate: 1, command: 2 };
const CONNECTIONS: Record<Role, number> = { start: 16, serve: 10, worker: 12, migrate: 3, command: 6 };
// A worker runs its jobs with look-ups. A service uses them for the dispatcher and the test provider's books.
const SHARE_OF_LOOKUPS: Record<Role, number> = { start: 0.55, serve: 0.4, worker: 0.65, migrate: 0.5, command: 0.5 };

type Environment = Record<string, string | undefined>;
/** Returns the value, or throws the half sentence that follows the variable's name. */
type Parse<T> = (text: string) => T;

const SECRET_KEY_CHARACTERS_MIN = 32;
// Balancers look every two to five seconds, and many want a second failure. `npm start` has none before it.
const SHUTDOWN_PAUSE_S = 10;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
// Variables that several machines must share, so that no machine can choose its own default.
const REQUIRED: Record<Role, readonly string[]> = {
  start: [],
  serve: ['BASE_URL', 'DATABASE_URL', 'SECRET_KEY'],
  worker: ['BASE_URL', 'DATABASE_URL', 'SECRET_KEY'],
  migrate: [],
  command: [],
};

class Mistake extends Error {}

type Reader = {
  given(name: string): string | undefined;
  read<T, D>(name: string, parse: Parse<T>, fallback: D): T | D;
  /** A sentence for each variable that was read and could not be used. */
  mistakes: string[];
};

function createReader(environment: Environment): Reader {
  const mistakes: string[] = [];
  const given = (name: string) => environment[name]?.trim() || undefined;
  const read = <T, D>(name: string, parse: Parse<T>, fallback: D): T | D => {
    const text = given(name);
    if (text === undefined) return fallback;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      mistakes.push(`${name} ${error.message}.`);
      return fallback;
    }
  };
  return { given, read, mistakes };
}

/** Reads and checks every variable of the README's table. Throws one error with a sentence for each mistake. */
export function readConfig(role: Role, environment: Environment = process.env): Config {
  const { given, read, mistakes } = createReader(environment);
  const missing = REQUIRED[role].filter((name) => given(name) === undefined);
  if (missing.length > 0) mistakes.push(`${role} needs ${joinNames(missing)}, which the environment does not have.`);

  const host = read('HOST', hostName, '127.0.0.1');
  const port = read('PORT', portNumber, 4000);
  const baseUrl = read('BASE_URL', origin, `http://${browserHost(host)}:${port}`);
  const starts = role === 'start';
  const hasNoStandIn = environment.STRIPE_PORT === '' || !isThisMachine(baseUrl);
  const noPortal = environment.PORTAL_PORT === '' ? null : undefined;
  const portalPort = portalPortOf(role, baseUrl, read('PORTAL_PORT', portNumber, noPortal));
  const config: Config = {
    host,
    port,
    adminPort: read('ADMIN_PORT', portNumber, environment.ADMIN_PORT === '' || role === 'worker' ? undefined : 4002),
    adminHost: read('ADMIN_HOST', hostName, '127.0.0.1'),
    demoPort: starts ? read('DEMO_PORT', portNumber, environment.DEMO_PORT === '' ? undefined : 4001) : undefined,
    stripePort: starts ? read('STRIPE_PORT', portNumber, hasNoStandIn ? undefined : 4003) : undefined,
    demoHistory: read('DEMO_HISTORY', (text) => choice(text, ['on', 'off']), 'on') === 'on',
    portalPort,
    portalUrl: read('PORTAL_URL', origin, `http://localhost:${portalPort ?? PORTAL_PORT_DEFAULT}`),
    baseUrl,
    dataDir: read('DATA_DIR', (text) => resolve(text), join(PROJECT, 'data')),
    databaseUrl: read('DATABASE_URL', databaseAddress, undefined),
    databaseDirectUrl: read('DATABASE_DIRECT_URL', databaseAddress, undefined),
    rehearsalDatabaseUrl: read('REHEARSAL_DATABASE_URL', databaseAddress, undefined),
    connections: splitConnections(role, read('DATABASE_CONNECTIONS', connectionCount, CONNECTIONS[role])),
    secretKey: read('SECRET_KEY', secretKey, undefined),
    secretKeyPrevious: read('SECRET_KEY_PREVIOUS', secretKey, undefined),
    trustProxy: read('TRUST_PROXY', addressRanges, []),
    smtpUrl: read('SMTP_URL', mailServer, undefined),
    mailFrom: read('MAIL_FROM', mailAddress, 'no-reply@localhost.invalid'),
    mailConnections: read('MAIL_CONNECTIONS', (text) => wholeNumber(text, 1, 200), 10),
    webhookPrivateTargets:
      read('WEBHOOK_PRIVATE_TARGETS', (text) => choice(text, ['refuse', 'allow']), 'refuse') === 'allow',
    shutdownPauseMs:
      1_000 * read('SHUTDOWN_PAUSE', (text) => wholeNumber(text, 0, 300), role === 'serve' ? SHUTDOWN_PAUSE_S : 0),
    logLevel: read('LOG_LEVEL', logLevel, role === 'start' ? 'warn' : 'info'),
    breachedPasswordsUrl: read('BREACHED_PASSWORDS_URL', webAddress, undefined),
    readableScripts: read('READABLE_SCRIPTS', (text) => choice(text, ['on', 'off']), 'off') === 'on',
  };
  mistakes.push(...contradictions(config, given));
  if (mistakes.length > 0) throw new SetupError(mistakes.join('\n'));
  return config;
}

function contradictions(config: Config, given: (name: string) => string | undefined): string[] {
  const found: string[] = [];
  const { port: PORT, adminPort: ADMIN_PORT, demoPort: DEMO_PORT, stripePort: STRIPE_PORT } = config;
  const ports = Object.entries({ PORT, ADMIN_PORT, DEMO_PORT, STRIPE_PORT, PORTAL_PORT: config.portalPort });
  for (const [index, [name, port]] of ports.entries()) {
    const other = ports.slice(0, index).find(([, taken]) => taken === port && port !== undefined);
    if (other) found.push(`${name} and ${other[0]} are both ${port}; each needs a port of its own.`);
  }
  if (STRIPE_PORT && !isThisMachine(config.baseUrl)) {
    found.push('STRIPE_PORT is for browsers of this machine, and BASE_URL says that others come; leave it empty.');
  }
  found.push(...portalMistakes(config, given('PORTAL_URL') !== undefined));
  if (config.databaseDirectUrl && !config.databaseUrl) found.push('DATABASE_DIRECT_URL needs DATABASE_URL beside it.');
  if (config.smtpUrl && !given('MAIL_FROM'))
    found.push('SMTP_URL needs MAIL_FROM beside it, the address mails come from.');
  return found;
}

const PORTAL_PORT_DEFAULT = 4004;

/**
 * `npm start` on this machine serves the portal by itself, unless its port is set to nothing (null). Any other process does where a
 * port is set.
 */
function portalPortOf(role: Role, baseUrl: string, set: number | null | undefined): number | undefined {
  if (set === null || (role !== 'start' && role !== 'serve')) return undefined;
  return set ?? (role === 'start' && isThisMachine(baseUrl) ? PORTAL_PORT_DEFAULT : undefined);
}

/** Returns what would make the portal unsafe: its cookie needs HTTPS, and a host that serves nothing else. */
function portalMistakes({ portalPort, portalUrl, baseUrl }: Config, isGiven: boolean): string[] {
  if (portalPort === undefined && !isGiven) return [];
  if (isThisMachine(portalUrl)) {
    return isThisMachine(baseUrl)
      ? []
      : ['PORTAL_PORT needs PORTAL_URL beside it, the address by which browsers reach it.'];
  }
  const found = portalUrl.startsWith('https:')
    ? []
    : ['PORTAL_URL must begin with https://, because people sign in there.'];
  if (new URL(portalUrl).hostname !== new URL(baseUrl).hostname) return found;
  return [
    ...found,
    'PORTAL_URL needs a host name of its own, such as https://portal.example.com: frames are on that of BASE_URL.',
  ];
}

function splitConnections(role: Role, connections: number): Connections {
  const shared = Math.max(2, connections - OWN_CONNECTIONS[role]);
  const lookups = Math.max(1, Math.round(shared * SHARE_OF_LOOKUPS[role]));
  return { pool: shared - lookups, lookups };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Mistake(`must be a port from 1 to 65535, not "${text}"`);
}

function wholeNumber(text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new Mistake(`must be a number from ${min} to ${max}, not "${text}"`);
}

const connectionCount: Parse<number> = (text) => wholeNumber(text, 6, 500);

function hostName(text: string): string {
  if (ipaddr.isValid(text) || /^[a-z0-9.-]{1,253}$/i.test(text)) return text;
  throw new Mistake(`must be an address or a host name without a port, such as 127.0.0.1 or 0.0.0.0, not "${text}"`);
}

/** Returns the host by which a browser of this machine reaches a server that listens on `host`. */
function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns true if the URL can be reached only from this machine. */
function isThisMachine(baseUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (url && plain && (url.protocol === 'https:' || url.protocol === 'http:')) return url.origin;
  throw new Mistake(`must be the public address without a path, such as https://preorders.example.com, not "${text}"`);
}

// The messages for the following three variables do not repeat the value, because it may hold a password.
function webAddress(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new Mistake('is not an address such as https://passwords.example');
}

function databaseAddress(text: string): string {
  if (/^postgres(ql)?:\/\//.test(text)) return text;
  throw new Mistake('must begin with postgres://, as in postgres://user:password@host:5432/database');
}

function secretKey(text: string): string {
  if (text.length >= SECRET_KEY_CHARACTERS_MIN) return text;
  throw new Mistake(
    `must have at least ${SECRET_KEY_CHARACTERS_MIN} characters; "openssl rand -base64 32" makes a good one`,
  );
}

function mailServer(text: string): string {
  if (URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)) return text;
  throw new Mistake('must be an address such as smtps://user:password@mail.example.com:465');
}

function mailAddress(text: string): string {
  if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(text)) return text;
  throw new Mistake(`must be a mail address alone, such as preorders@example.com, not "${text}"`);
}

function addressRanges(text: string): string[] {
  const ranges = text.split(/[\s,]+/).filter((one) => one !== '');
  const wrong = ranges.find((one) => !ipaddr.isValid(one) && !ipaddr.isValidCIDR(one));
  if (wrong === undefined) return ranges;
  throw new Mistake(`must be a list of addresses or CIDR ranges such as 10.0.0.0/8, ::1, and "${wrong}" is neither`);
}

function logLevel(text: string): string {
  if (LOG_LEVELS.includes(text)) return text;
  throw new Mistake(`must be one of ${LOG_LEVELS.join(', ')}, not "${text}"`);
}

function choice(text: string, choices: readonly string[]): string {
  if (choices.includes(text)) return text;
  throw new Mistake(`must be ${choices.join(' or ')}, not "${text}"`);
}

function joinNames(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
