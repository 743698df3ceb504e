import { join } from 'node:path';
import type { PrivateTargets } from '../platform/outgoing-http.ts';
import { PROJECT } from '../platform/project.ts';
import { sessionNameOf } from '../platform/running-processes.ts';
import { SetupError } from '../platform/setup-error.ts';
import {
  addressRanges,
  choice,
  connectionCount,
  type Environment,
  folderPath,
  hostName,
  logLevel,
  Mistake,
  mailAddress,
  origin,
  type Parse,
  portNumber,
  privateTargets,
  secretKey,
  share,
  webAddress,
  wholeNumber,
} from './config-values.ts';
import { databaseAddress } from './database-address.ts';
import { mailServer } from './mail-server.ts';
import { withSecretFiles } from './secret-files.ts';
import { readShopifyApp, type ShopifyApp } from './shopify-app.ts';
import { readStandIn } from './stand-in-address.ts';

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
  /** The address of the stand-in for Stripe: that of `stripePort`, or one that runs in another process. */
  stripeStandIn: string | undefined;
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
  /** A streaming standby, from which requests and audits that only read may be answered. */
  databaseReadUrl: string | undefined;
  rehearsalDatabaseUrl: string | undefined;
  /** Where the list of breached passwords is asked; undefined: nowhere. */
  breachedPasswordsUrl: string | undefined;
  /** The sizes of the two connection pools. */
  connections: Connections;
  /** What the sessions of this process call themselves, for `readBudget`. */
  sessionName: string;
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
  /** Whether webhooks may go to private networks and over plain HTTP. */
  webhookPrivateTargets: PrivateTargets;
  /** By default `warn` for `start`, so that the addresses that it prints in a terminal stay visible. */
  logLevel: string;
  /** How long the process goes on serving after SIGTERM, not ready, until balancers have chosen others. */
  shutdownPauseMs: number;
  /** Undefined means that no collector is named, and nothing is traced. */
  tracing: TraceConfig | undefined;
  /** The operator's public app at Shopify; undefined: merchants make apps of their own. */
  shopifyApp: ShopifyApp | undefined;
  /** True if browsers get scripts that a debugger can show. */
  readableScripts: boolean;
};

/**
 * `share`: of the traces that are sent, from 0 to 1. `headers`: those of each call, as `name=value,…`; they may be secrets, which stand in
 * files. The exporter itself reads where to.
 */
export type TraceConfig = { serviceName: string; share: number; headers: string };

/** Pool sizes. `lookups` are direct connections for jobs, the dispatcher and other frequent look-ups by key. */
export type Connections = { pool: number; lookups: number };

// Connections outside the pools: two for the sale queue, and one for each channel that the process listens on.
const OWN_CONNECTIONS: Record<Role, number> = { start: 4, serve: 3, worker: 3, migrate: 1, command: 2 };
const CONNECTIONS: Record<Role, number> = { start: 16, serve: 10, worker: 12, migrate: 3, command: 6 };
// A worker runs its jobs with look-ups. A service uses them for the dispatcher and the test provider's books.
const SHARE_OF_LOOKUPS: Record<Role, number> = { start: 0.55, serve: 0.4, worker: 0.65, migrate: 0.5, command: 0.5 };

// Balancers look every two to five seconds, and many want a second failure. `npm start` has none before it.
const SHUTDOWN_PAUSE_S = 10;
// Variables that several machines must share, so that no machine can choose its own default.
const REQUIRED: Record<Role, readonly string[]> = {
  start: [],
  serve: ['BASE_URL', 'DATABASE_URL', 'SECRET_KEY'],
  worker: ['BASE_URL', 'DATABASE_URL', 'SECRET_KEY'],
  migrate: [],
  command: [],
};

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

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
      // A shell takes such signs away. Container engines that read a file of variables leave them.
      const isQuoted = /^(["']).*\1$/s.test(text);
      mistakes.push(isQuoted ? `${name} stands in quotation marks: leave them out.` : `${name} ${error.message}.`);
      return fallback;
    }
  };
  return { given, read, mistakes };
}

/** Reads and checks every variable of the README's table. Throws one error with a sentence for each mistake. */
export function readConfig(role: Role, variables: Environment = process.env): Config {
  const environment = withSecretFiles(variables);
  const { given, read, mistakes } = createReader(environment);
  const missing = REQUIRED[role].filter((name) => given(name) === undefined);
  if (missing.length > 0) mistakes.push(`${role} needs ${joinNames(missing)}, which the environment does not have.`);

  const host = read('HOST', hostName, '127.0.0.1');
  const port = read('PORT', portNumber, 4000);
  const baseUrl = read('BASE_URL', origin, `http://${reachableHost(host)}:${port}`);
  const starts = role === 'start';
  const hasNoStandIn = environment.STRIPE_PORT === '' || !isThisMachine(baseUrl);
  const portal = readPortal({ role, baseUrl, isOff: environment.PORTAL_PORT === '' }, read);
  const connectionsMax = read('DATABASE_CONNECTIONS', connectionCount, CONNECTIONS[role]);
  const config: Config = {
    host,
    port,
    adminPort: read('ADMIN_PORT', portNumber, environment.ADMIN_PORT === '' || role === 'worker' ? undefined : 4002),
    adminHost: read('ADMIN_HOST', hostName, '127.0.0.1'),
    demoPort: starts ? read('DEMO_PORT', portNumber, environment.DEMO_PORT === '' ? undefined : 4001) : undefined,
    ...readStandIn(role, hasNoStandIn ? undefined : 4003, read),
    demoHistory: read('DEMO_HISTORY', (text) => choice(text, ['on', 'off']), 'on') === 'on',
    ...portal,
    baseUrl,
    dataDir: read('DATA_DIR', folderPath, join(PROJECT, 'data')),
    databaseUrl: read('DATABASE_URL', databaseAddress, undefined),
    databaseDirectUrl: read('DATABASE_DIRECT_URL', databaseAddress, undefined),
    databaseReadUrl: read('DATABASE_READ_URL', databaseAddress, undefined),
    rehearsalDatabaseUrl: read('REHEARSAL_DATABASE_URL', databaseAddress, undefined),
    connections: splitConnections(role, connectionsMax),
    sessionName: sessionNameOf({ role, connectionsMax, baseUrl, portalUrl: portal.portalUrl }),
    secretKey: read('SECRET_KEY', secretKey, undefined),
    secretKeyPrevious: read('SECRET_KEY_PREVIOUS', secretKey, undefined),
    trustProxy: read('TRUST_PROXY', addressRanges, []),
    smtpUrl: read('SMTP_URL', mailServer, undefined),
    mailFrom: read('MAIL_FROM', mailAddress, 'no-reply@localhost.invalid'),
    mailConnections: read('MAIL_CONNECTIONS', (text) => wholeNumber(text, 1, 200), 10),
    // A service that this machine alone reaches may call what runs on it.
    webhookPrivateTargets: read('WEBHOOK_PRIVATE_TARGETS', privateTargets, isThisMachine(baseUrl) && 'loopback'),
    shutdownPauseMs:
      1_000 * read('SHUTDOWN_PAUSE', (text) => wholeNumber(text, 0, 300), role === 'serve' ? SHUTDOWN_PAUSE_S : 0),
    logLevel: read('LOG_LEVEL', logLevel, role === 'start' ? 'warn' : 'info'),
    breachedPasswordsUrl: read('BREACHED_PASSWORDS_URL', webAddress, undefined),
    tracing: readTraces(role, { given, read }),
    shopifyApp: readShopifyApp(read),
    readableScripts: read('READABLE_SCRIPTS', (text) => choice(text, ['on', 'off']), 'off') === 'on',
  };
  mistakes.push(...contradictions(config, given));
  if (starts && given('DATABASES_DIR') !== undefined)
    mistakes.push('DATABASES_DIR is for serve, worker, migrate and ./service: npm start runs one database.');
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
  if (STRIPE_PORT && given('STRIPE_STAND_IN') !== undefined) {
    found.push('STRIPE_STAND_IN names the stand-in of another process; leave it empty, or STRIPE_PORT.');
  }
  found.push(...portalMistakes(config, given('PORTAL_URL') !== undefined));
  if (config.databaseDirectUrl && !config.databaseUrl) found.push('DATABASE_DIRECT_URL needs DATABASE_URL beside it.');
  if (config.databaseReadUrl && !config.databaseUrl) found.push('DATABASE_READ_URL needs DATABASE_URL beside it.');
  if ((given('SHOPIFY_CLIENT_ID') === undefined) !== (given('SHOPIFY_CLIENT_SECRET') === undefined))
    found.push('SHOPIFY_CLIENT_ID and SHOPIFY_CLIENT_SECRET belong together: set both, or none.');
  if (config.smtpUrl && !given('MAIL_FROM'))
    found.push('SMTP_URL needs MAIL_FROM beside it, the address mails come from.');
  return found;
}

const PORTAL_PORT_DEFAULT = 4004;

type PortalOf = { role: Role; baseUrl: string; isOff: boolean };

/**
 * `npm start` on this machine serves the portal by itself, unless its port is set to nothing. Any other process does where a port is
 * set.
 */
function readPortal(
  { role, baseUrl, isOff }: PortalOf,
  read: Reader['read'],
): Pick<Config, 'portalPort' | 'portalUrl'> {
  const isServed = !isOff && (role === 'start' || role === 'serve');
  const set = read('PORTAL_PORT', portNumber, undefined);
  const byItself = role === 'start' && isThisMachine(baseUrl) ? PORTAL_PORT_DEFAULT : undefined;
  const portalPort = isServed ? (set ?? byItself) : undefined;
  const portalUrl = read('PORTAL_URL', origin, `http://localhost:${portalPort ?? PORTAL_PORT_DEFAULT}`);
  return { portalPort, portalUrl };
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

/** Reads OpenTelemetry's standard variables. Those about the connection to the collector are read by the exporter. */
function readTraces(role: Role, { given, read }: Pick<Reader, 'given' | 'read'>): TraceConfig | undefined {
  const all = read('OTEL_EXPORTER_OTLP_ENDPOINT', webAddress, undefined);
  const ofTraces = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', webAddress, undefined);
  const isOff = given('OTEL_SDK_DISABLED') === 'true' || given('OTEL_TRACES_EXPORTER') === 'none';
  if (isOff || (ofTraces ?? all) === undefined || !['start', 'serve', 'worker'].includes(role)) return undefined;
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) {
    read(name, (text) => choice(text, ['http/json']), 'http/json');
  }
  const sampler = read('OTEL_TRACES_SAMPLER', (text) => choice(text, SAMPLERS), 'parentbased_always_on');
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', share, 1);
  const shares: Record<string, number> = { always_on: 1, always_off: 0, traceidratio: ratio };
  return {
    serviceName: given('OTEL_SERVICE_NAME') ?? `waitlist-${role}`,
    share: shares[sampler.replace('parentbased_', '')] ?? 1,
    // Of two with the same name, the later one is sent: that of traces.
    headers: ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS']
      .flatMap((name) => given(name) ?? [])
      .join(','),
  };
}

function splitConnections(role: Role, max: number): Config['connections'] {
  const shared = Math.max(2, max - OWN_CONNECTIONS[role]);
  const lookups = Math.max(1, Math.round(shared * SHARE_OF_LOOKUPS[role]));
  return { pool: shared - lookups, lookups };
}

/** Returns the host by which a program of this machine reaches a server that listens on `host`, as it stands in an address. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns true if the URL can be reached only from this machine. */
function isThisMachine(baseUrl: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
}

function joinNames(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
