import { connect } from 'node:net';
import { registerRoutes } from '../../src/main/routes.ts';
import { buildBrowser } from '../../src/platform/browser-build.ts';
import type { Database } from '../../src/platform/db.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/platform/http.ts';
import type { RateLimit } from '../../src/platform/rate-limit.ts';
import { createReadyLane } from '../../src/surfaces/answers.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import { createGuessLimits, type GuessLimits } from '../../src/surfaces/limits.ts';
import { LINK_DEAD_ENDS } from '../../src/surfaces/mailed-pages/link-routes.ts';
import { createCore } from './core.ts';
import { createTestDatabase } from './database.ts';

export type Answer = { status: number; headers: Headers; text: string; json: ErrorJson & { data: never } };
type ErrorJson = {
  meta: { result: string; request_id: string };
  error: { code: string; param?: string; message: string };
};

export type Api = {
  baseUrl: string;
  port: number;
  db: Database;
  deps: Deps;
  /** Every route, written as `GET /api/v1/waitlists`, without HEAD and OPTIONS. */
  routes: string[];
  /** Sends a GET by default and follows no redirect. */
  ask(path: string, init?: RequestInit): Promise<Answer>;
  /** Sends raw bytes on a new connection and resolves with the raw answer. */
  raw(bytes: string | Buffer): Promise<string>;
  stop(): Promise<void>;
};

export type ApiOptions = Partial<HttpServerOptions> & {
  deps?: Partial<Deps>;
  /** In place of those of production. */
  guessLimits?: Record<keyof GuessLimits, RateLimit>;
};

/**
 * Starts all routes over a new database, without background work. Only commands that run in this process invalidate the
 * cache.
 */
export async function startApi({ deps: changes, guessLimits, ...options }: ApiOptions = {}): Promise<Api> {
  const { db, drop } = await createTestDatabase();
  const core = createCore(db);
  const deps = { ...core, guesses: createGuessLimits(core, guessLimits), ...changes };
  const shared = { log: deps.log, trustProxy: [], ready: createReadyLane(deps), deadEnds: LINK_DEAD_ENDS };
  const app = createHttpServer({ ...shared, ...options });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD' && each !== 'OPTIONS') routes.push(`${each} ${url}`);
  });
  await registerRoutes(app, deps, await buildBrowser());
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(baseUrl).port);
  return {
    baseUrl,
    port,
    db,
    deps,
    routes,
    async ask(path, init) {
      const response = await fetch(baseUrl + path, { redirect: 'manual', ...init });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: parse(text) };
    },
    raw: (bytes) => sendRaw(port, bytes),
    async stop() {
      await app.close();
      await core.stop();
      await drop();
    },
  };
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Resolves with everything that the server sent before it closed the connection. */
function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setTimeout(5_000, () => socket.destroy(new Error(`the connection stayed open for 5 s after: ${text}`)));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(text));
    // The server may cut off a refused upload while it is still being sent. The test needs the answer only.
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
  });
}
