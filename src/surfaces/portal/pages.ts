import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCompression } from '../../platform/compression.ts';
import { html } from '../../platform/html.ts';
import type { App } from '../../platform/http.ts';
import type { PortalAssets } from '../../platform/portal-build.ts';
import { etagMatches, sendUnchanged } from '../../platform/ready-answer.ts';
import { PAGE_HEADERS } from '../headers.ts';
import { type Policy, pageMarkup, policyText } from '../page.ts';

const ASSETS = '/assets';
// Paths that are no pages: an unknown one of them is answered as an error of the API.
const NOT_PAGES = /^\/(api|admin|assets)(\/|$)/;

/** `baseUrl` is the address of the service, which the code for pages of stores names. */
export type PortalPages = { baseUrl: string; assets: PortalAssets };

/** Registers the portal's document, which is the same at every address, and the files that it loads. */
export function registerPortalPages(app: App, { baseUrl, assets }: PortalPages): void {
  const options = { schema: { hide: true }, onSend: createCompression() };
  const document = documentOf(baseUrl, assets);
  app.get('/*', options, (request, reply) => {
    if (NOT_PAGES.test(request.url)) return reply.callNotFound();
    return send(request, reply, { etag: `"${assets.script}-${assets.style}"`, ...document });
  });
  for (const [name, { type, body }] of assets.files) {
    // The name says the content, so the file never changes.
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
    app.get(`${ASSETS}/${name}`, options, (request, reply) =>
      send(request, reply, { etag: `"${name}"`, headers, body }),
    );
  }
}

type PortalPage = { etag: string; headers: Record<string, string>; body: string };

function send(request: FastifyRequest, reply: FastifyReply, { etag, headers, body }: PortalPage): FastifyReply {
  reply.headers({ ...headers, etag, 'cross-origin-resource-policy': 'same-origin' });
  if (etagMatches(request.headers['if-none-match'], etag)) return sendUnchanged(request, reply, body);
  return reply.send(body);
}

function documentOf(baseUrl: string, { script, style, icon, preload }: PortalAssets): Omit<PortalPage, 'etag'> {
  const head = html`<meta name="service" content="${baseUrl}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ASSETS}/${icon}">
<link rel="stylesheet" href="${ASSETS}/${style}">
<script type="module" src="${ASSETS}/${script}"></script>
${preload.map((name) => html`<link rel="modulepreload" href="${ASSETS}/${name}">`)}`;
  const body = html`<div id="app"></div>
<noscript>This page needs JavaScript.</noscript>`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      // Previews are pages of the service: what shoppers see.
      'content-security-policy': policyText({
        ...POLICY,
        'img-src': ["'self'", ...picturesOf(baseUrl)],
        'frame-src': ["'self'", new URL(baseUrl).origin],
      }),
      'cross-origin-opener-policy': 'same-origin',
      ...PAGE_HEADERS,
    },
    body: pageMarkup({ locale: 'en', title: 'Pre-orders', head, body }),
  };
}

/** Lists show products by the pictures of their stores. A store that runs on this machine alone has them without encryption. */
const picturesOf = (baseUrl: string): string[] => (baseUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:']);

const POLICY: Policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};
