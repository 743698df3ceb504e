import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerBrokenRequest, refuseTunnel } from '../src/platform/http-errors.ts';
import { isLoopbackAddress, isLoopbackHost } from '../src/platform/loopback.ts';
import { type Asset, type Assets, buildAssets } from './assets.ts';
import { productByHandle } from './catalogue.ts';
import { customerJson, SIGNED_IN_COOKIE, signedIn, tokenJson } from './customer.ts';
import { accountPage } from './pages/account.ts';
import { homePage } from './pages/home.ts';
import { infoPage } from './pages/info.ts';
import type { PageContext } from './pages/layout.ts';
import { missingPage } from './pages/missing.ts';
import { productPage } from './pages/product.ts';
import { playgroundPage } from './playground/page.ts';
import { policyHeaders } from './playground/policies.ts';
import { readSettings } from './playground/settings.ts';
import { stagePage } from './playground/stage.ts';

export type DemoStoreOptions = {
  /** 0 for any free port. */
  port: number;
  host: string;
  /** The service's address, on another site than the store, as in production. */
  serviceUrl: string;
  /** Reads the secret that the store's backend signs tokens with. Without it the demo issues no tokens. */
  sharedSecret?: () => Promise<string>;
};

const NO_SNIFFING = { 'X-Content-Type-Options': 'nosniff' };
const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8', ...NO_SNIFFING };

export type DemoStore = { url: string; close(): Promise<void> };

/** Serves the demo store's pages. Like any other store, they use the service only through their snippets. */
export async function startDemoStore({ port, host, ...options }: DemoStoreOptions): Promise<DemoStore> {
  const assets = await buildAssets();
  const ownNamesOnly = isLoopbackAddress(host);
  // What has no Host is answered with our headers too, and not by Node itself.
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    answer(request, response, { assets, ownNamesOnly, ...options }).catch(() => {
      // A demo has no monitoring to report to; the shopper gets an answer and the process goes on.
      if (!response.headersSent) response.writeHead(500, PLAIN);
      response.end('Something went wrong.\n');
    });
  });
  server.on('clientError', answerBrokenRequest).on('connect', (_request, socket) => refuseTunnel(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    // `localhost` and not 127.0.0.1, which the service uses: so the two are different sites on one machine.
    url: `http://localhost:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Serving = Pick<DemoStoreOptions, 'serviceUrl' | 'sharedSecret'> & {
  assets: Assets;
  /** Restricts the customer's account to loopback host names, because the server listens on loopback only. */
  ownNamesOnly: boolean;
};

async function answer(request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> {
  const target = `http://localhost${request.url ?? '/'}`;
  const url = URL.canParse(target) ? new URL(target) : new URL('http://localhost/not-found');
  const asset = serving.assets.find(url.pathname);
  if (asset) sendAsset(request, response, asset);
  else if (serving.ownNamesOnly && !isLoopbackHost(request.headers.host) && isAboutTheCustomer(request, url)) {
    response.writeHead(404, PLAIN).end('Not here.\n');
  } else if (request.method === 'POST') changeSession(request, response, url);
  else if (url.pathname === '/account.json') sendJson(response, customerJson(request.headers.cookie));
  else if (url.pathname === '/account/token.json') {
    sendJson(response, await tokenJson(request.headers.cookie, serving.sharedSecret));
  } else sendPage(request, response, { url, serviceUrl: serving.serviceUrl });
}

function isAboutTheCustomer({ method }: IncomingMessage, { pathname }: URL): boolean {
  return method === 'POST' || pathname.startsWith('/account');
}

function sendAsset(request: IncomingMessage, response: ServerResponse, { type, body, etag }: Asset): void {
  const headers = {
    'Content-Type': type,
    ETag: etag,
    'Cache-Control': 'no-cache',
    ...NO_SNIFFING,
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function sendJson(response: ServerResponse, json: string): void {
  response
    .writeHead(200, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...NO_SNIFFING,
    })
    .end(json);
}

/** Signs the customer in or out by a cookie. The demo store has only one customer. */
function changeSession(request: IncomingMessage, response: ServerResponse, url: URL): void {
  request.resume();
  const location = pageOfStore(url.searchParams.get('back') ?? '/');
  const fromHere = ['same-origin', undefined].includes(request.headers['sec-fetch-site'] as string | undefined);
  const cookie = {
    '/account/sign-in': `${SIGNED_IN_COOKIE}=1`,
    '/account/sign-out': `${SIGNED_IN_COOKIE}=; Max-Age=0`,
  }[url.pathname];
  if (!cookie || !fromHere) {
    response.writeHead(cookie ? 403 : 404, PLAIN).end('Not here.\n');
    return;
  }
  response
    .writeHead(303, {
      Location: location,
      'Set-Cookie': `${cookie}; Path=/; HttpOnly; SameSite=Lax`,
      ...NO_SNIFFING,
    })
    .end();
}

/** Returns the path and query of an address of this store; '/' for any other address, against open redirects. */
function pageOfStore(address: string): string {
  const here = 'http://localhost';
  const url = URL.canParse(address, here) ? new URL(address, here) : undefined;
  return url?.origin === here && !url.pathname.startsWith('//') ? url.pathname + url.search : '/';
}

function sendPage(request: IncomingMessage, response: ServerResponse, at: { url: URL; serviceUrl: string }): void {
  const { url, serviceUrl } = at;
  const nonce = randomBytes(16).toString('base64url');
  const context: PageContext = {
    nonce,
    serviceUrl,
    path: url.pathname,
    search: url.search,
    signedIn: signedIn(request.headers.cookie),
  };
  const isStage = url.pathname === '/playground/stage';
  const page = isStage ? stagePage(readSettings(url.searchParams), context) : findPage(url, context);
  response.writeHead(page ? 200 : 404, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(isStage ? stageHeaders(url, context) : { 'Content-Security-Policy': contentSecurityPolicy(context) }),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...NO_SNIFFING,
  });
  response.end(request.method === 'HEAD' ? undefined : (page ?? missingPage(context)));
}

function findPage(url: URL, context: PageContext): string | undefined {
  if (url.pathname === '/') return homePage(context);
  if (url.pathname === '/account') return accountPage(context);
  if (url.pathname === '/playground') return playgroundPage(readSettings(url.searchParams), context);
  const [, folder, name = '', rest] = url.pathname.split('/');
  if (rest !== undefined) return undefined;
  if (folder === 'pages') return infoPage(name, context);
  const product = folder === 'products' ? productByHandle(name) : undefined;
  return product && productPage(product, context, url.searchParams.get('variant'));
}

/** Returns the headers of the chosen policy, and allows only the playground to frame the page. */
function stageHeaders(url: URL, context: PageContext): Record<string, string> {
  const chosen = new Map(policyHeaders(readSettings(url.searchParams).policy, context));
  const policies = [chosen.get('Content-Security-Policy'), "frame-ancestors 'self'"];
  chosen.set('Content-Security-Policy', policies.filter(Boolean).join('; '));
  return Object.fromEntries(chosen);
}

/**
 * Returns a policy as strict as a careful store's: no inline style, scripts only with a nonce, Trusted Types. It allows the
 * service's script, frames and API, which is all that the service needs.
 */
function contentSecurityPolicy({ nonce, serviceUrl, path }: PageContext): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${serviceUrl}`,
    // The playground frames a page of the store.
    `frame-src ${serviceUrl}${path === '/playground' ? " 'self'" : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
