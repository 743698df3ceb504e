import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DocsAssets } from '../../platform/browser-build.ts';
import { createCompression } from '../../platform/compression.ts';
import type { App } from '../../platform/http.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';
import { PERMISSIONS } from '../headers.ts';
import { type Policy, policyText } from '../page.ts';
import type { SiteAssets } from './layout.ts';
import type { OpenApi } from './reference.ts';
import { buildSite, type Site } from './site.ts';

export type DocsOptions = { baseUrl: string; assets: DocsAssets };

type DocsAnswer = { type: string; body: string; status?: number; headers?: Record<string, string> };

// A page names its script and style by their content, so it is asked for again each time and they never are.
const ASK_AGAIN = 'public, max-age=0, must-revalidate';
const KEEP = 'public, max-age=31536000, immutable';

/** Registers the documentation: `/docs`, its pages, what they load, and the index of their search. */
export function registerDocs(app: App, { baseUrl, assets }: DocsOptions): void {
  const files = filesOf(assets);
  const headers = pageHeaders(assets);
  let site: Promise<Site> | undefined;
  const readSite = () => {
    site ??= buildSite({ baseUrl, assets: files.addresses, document: app.swagger() as unknown as OpenApi });
    return site;
  };
  const options = { schema: { hide: true }, onSend: createCompression() };
  const page = async (request: FastifyRequest, reply: FastifyReply, slug: string) => {
    const { pages, missing } = await readSite();
    const body = pages.get(slug);
    const found = body === undefined ? { body: missing, status: 404 } : { body };
    return send(request, reply, { type: 'text/html; charset=utf-8', headers, ...found });
  };
  // People open the service's base URL, which has no page of its own.
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));
  app.get('/docs', options, (request, reply) => page(request, reply, ''));
  app.get<{ Params: { '*': string } }>('/docs/*', options, (request, reply) => {
    const slug = request.params['*'];
    return page(request, reply, slug === '' ? 'no page ends with a slash' : slug);
  });
  app.get('/docs/search.json', options, async (request, reply) =>
    send(request, reply, { type: 'application/json; charset=utf-8', body: (await readSite()).searchIndex }),
  );
  for (const [name, { type, body, tag }] of files.byName) {
    app.get<{ Params: { tag: string } }>(`/docs/assets/:tag/${name}`, options, (request, reply) => {
      // While processes of two versions run, one may be asked for the other's file.
      const cache = request.params.tag === tag ? KEEP : ASK_AGAIN;
      return send(request, reply, { type, body, headers: { 'cache-control': cache } });
    });
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, status = 200, headers }: DocsAnswer,
): FastifyReply {
  const etag = `"${tagOf(body)}"`;
  reply.headers({ 'content-type': type, 'cache-control': ASK_AGAIN, etag, ...headers });
  if (status === 200 && etagMatches(request.headers['if-none-match'], etag)) return sendUnchanged(request, reply, body);
  return reply.code(status).send(body);
}

function filesOf({ script, style, icon, early }: DocsAssets) {
  const named = (type: string, body: string) => ({ type, body, tag: tagOf(body) });
  const byName = new Map([
    ['site.js', named('text/javascript; charset=utf-8', script)],
    ['site.css', named('text/css; charset=utf-8', style)],
    ['icon.svg', named('image/svg+xml; charset=utf-8', icon)],
  ]);
  const addressOf = (name: string) => `/docs/assets/${byName.get(name)?.tag}/${name}`;
  const addresses: SiteAssets = {
    script: addressOf('site.js'),
    style: addressOf('site.css'),
    icon: addressOf('icon.svg'),
    early: early.text,
  };
  return { byName, addresses };
}

function pageHeaders({ early }: DocsAssets): Record<string, string> {
  const policy: Policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", early.csp],
    'style-src': ["'self'"],
    'img-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
  return {
    'referrer-policy': 'no-referrer',
    'content-security-policy': policyText(policy),
    'cross-origin-opener-policy': 'same-origin',
    ...PERMISSIONS,
  };
}

const tagOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
