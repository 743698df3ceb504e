import { createOwnerLink } from '../../src/core/staff/commands/links.ts';
import type { Scope } from '../../src/domain/scope.ts';
import type { Database } from '../../src/platform/db.ts';
import { createHttpServer } from '../../src/platform/http.ts';
import type { Log } from '../../src/platform/log.ts';
import { ErrorEnvelope } from '../../src/protocol/schema/envelope.ts';
import type { SessionView } from '../../src/protocol/schema/portal-api.ts';
import { registerAdminApi } from '../../src/surfaces/admin-api/routes.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { createGuessLimits, createRequestLimits, GUESS_LIMITS, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { staffAuthentication } from '../../src/surfaces/portal/authenticate.ts';
import { registerPortal } from '../../src/surfaces/portal/routes.ts';
import { createCore } from './core.ts';
import { createTestDatabase } from './database.ts';

export type PortalAnswer = {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape and fail on a wrong one
  data: any;
  error: { code: string; message: string; param?: string; data?: Record<string, unknown> };
};

export type Portal = {
  /** The portal's own origin. */
  url: string;
  /** Where it listens. */
  address: string;
  db: Database;
  deps: Deps;
  /** Every route, written as `GET /api/session`, without HEAD and OPTIONS. */
  routes: string[];
  /** The scope that each route of the private API demands. */
  scopes: ReadonlyMap<string, Scope>;
  browser(options?: BrowserOptions): PortalBrowser;
  stop(): Promise<void>;
};

/** `from` is the address of the client, for limits. */
type BrowserOptions = { from?: string };

/** A browser with its cookies, on the pages of the portal. */
export type PortalBrowser = {
  /** The cookie of the session as `name=value`, as the browser sends it. */
  cookie: string;
  /** The cookies by which it is known as a member's, by their names. */
  known: Map<string, string>;
  /** What a request has beside the headers of a page of the portal, or in place of them. */
  headers: Record<string, string>;
  send(method: string, path: string, body?: unknown): Promise<PortalAnswer>;
  get(path: string): Promise<PortalAnswer>;
  session(): Promise<SessionView>;
};

/** Limits that tests of other things never meet. */
export const plenty = <Limits extends object>(limits: Limits): Limits =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, { perSecond: 1e6, burst: 1e6 }])) as Limits;

type PortalOptions = {
  strict?: boolean;
  /** How far the clock of the limits is ahead. */
  aheadMs?: () => number;
  portalUrl?: string;
  log?: Log;
  breachedPasswords?: Deps['breachedPasswords'];
};

/** Starts the portal over a new database; with the limits of production if `strict`. */
export async function startPortal({
  strict = false,
  aheadMs,
  portalUrl = 'https://portal.example',
  log,
  breachedPasswords,
}: PortalOptions = {}): Promise<Portal> {
  const { db, drop } = await createTestDatabase();
  const core = createCore(db);
  const limits = createRequestLimits(strict ? REQUEST_LIMITS : plenty(REQUEST_LIMITS));
  const guesses = createGuessLimits(
    { ...core, ...(aheadMs && { aheadMs }) },
    strict ? GUESS_LIMITS : plenty(GUESS_LIMITS),
  );
  const deps = {
    ...core,
    limits,
    guesses,
    portalUrl,
    ...(log && { log }),
    ...(breachedPasswords && { breachedPasswords }),
  };
  const app = createHttpServer({ log: deps.log, trustProxy: ['127.0.0.1'] });
  const routes: string[] = [];
  const scopes = new Map<string, Scope>();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) {
      if (each === 'HEAD' || each === 'OPTIONS') continue;
      routes.push(`${each} ${url}`);
      if (config?.scope) scopes.set(`${each} ${url}`, config.scope);
    }
  });
  app.addSchema(ErrorEnvelope);
  registerAdminApi(app, deps, { authenticate: staffAuthentication(registerPortal(app, deps)) });
  await app.ready();
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: deps.portalUrl,
    address,
    db,
    deps,
    routes,
    scopes,
    browser: (options) => openBrowser({ address, origin: deps.portalUrl }, options),
    async stop() {
      await app.close();
      await core.stop();
      await drop();
    },
  };
}

function openBrowser(
  at: { address: string; origin: string },
  { from = '203.0.113.7' }: BrowserOptions = {},
): PortalBrowser {
  const browser: PortalBrowser = {
    cookie: '',
    known: new Map(),
    headers: {},
    async send(method, path, body) {
      const cookies = [browser.cookie, ...browser.known.values()].filter((cookie) => cookie !== '').join('; ');
      const response = await fetch(at.address + path, {
        method,
        redirect: 'manual',
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: {
          origin: at.origin,
          'sec-fetch-site': 'same-origin',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
          'x-forwarded-for': from,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookies !== '' && { cookie: cookies }),
          ...browser.headers,
        },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [name = ''] = cookie.split('=');
        if (name.includes('-known-')) browser.known.set(name, keptCookie(cookie));
        else browser.cookie = keptCookie(cookie);
      }
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, ...parse(text) };
    },
    get: (path) => browser.send('GET', path),
    async session() {
      const { data } = await browser.get('/api/session');
      return data;
    },
  };
  return browser;
}

/** Returns what a browser keeps of a cookie: nothing where it is to be forgotten. */
function keptCookie(cookie: string): string {
  return /;\s*Max-Age=0/i.test(cookie) ? '' : (cookie.split(';')[0] ?? '');
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return { data: undefined, error: undefined };
  }
}

export const OWNER = { email: 'ada@merchant.example', name: 'Ada Byron', password: 'seven grey herons' };

/** Returns the token in the address of a link. */
export const tokenOf = (url: string) => new URL(url).hash.slice(1);

/** Makes the owner of the installation, in a browser that is signed in. */
export async function signInAsOwner(portal: Portal, owner = OWNER): Promise<PortalBrowser> {
  const browser = portal.browser();
  const { url } = await createOwnerLink(portal.deps, owner.email);
  const { name, password } = owner;
  const { status, text } = await browser.send('POST', '/api/links/accept', { token: tokenOf(url), name, password });
  if (status !== 200) throw new Error(`the owner's link was refused: ${text}`);
  return browser;
}
