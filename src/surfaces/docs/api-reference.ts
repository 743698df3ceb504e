import { readFile } from 'node:fs/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../../platform/http.ts';
import { PUBLIC_API } from '../../protocol/schema/public-api.ts';

const INTRODUCTION = `Waitlists and pre-orders of a store: what is open, and what is left. Ids are the connected store's own.

Every answer has the same envelope. A refusal carries a stable \`error.code\` of [this list](/docs/errors), and
\`X-Request-Id\` names the request. Version 1 only ever gains fields. In a page the [SDK](/docs/sdk) does the asking;
[the contract](/docs/contract) says what both promise.`;

// The page only loads its own files and sends requests to this server. Its framework sets style attributes.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Documents the routes with the public tag: `/openapi.json` for programs, `/docs` for people. It only includes routes that
 * are registered after it has resolved.
 */
export async function registerApiReference(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Waitlist and Pre-order Service', version: await packageVersion(), description: INTRODUCTION },
      tags: [{ name: PUBLIC_API, description: 'Read-only, for servers and browsers.' }],
    },
    hideUntagged: true,
    // Names shared schemas by their $id instead of def-0.
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
  });
  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }).send(app.swagger()),
  );
  // People open the service's base URL, which has no page of its own.
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs'));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
    uiHooks: {
      onRequest: (_request, reply, next) => {
        reply.header('referrer-policy', 'no-referrer');
        next();
      },
    },
    uiConfig: { layout: 'BaseLayout', docExpansion: 'full', deepLinking: true, validatorUrl: null },
    theme: { title: 'Public API – Waitlist and Pre-order Service' },
  });
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return JSON.parse(text).version;
}
