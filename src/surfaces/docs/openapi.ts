import { readFile } from 'node:fs/promises';
import swagger from '@fastify/swagger';
import type { App } from '../../platform/http.ts';
import { PROJECT } from '../../platform/project.ts';
import { PUBLIC_API } from '../../protocol/schema/public-api.ts';
import { shareRefusals } from './shared-refusals.ts';

const INTRODUCTION = `Waitlists and pre-orders of a store: what is open, and what is left. Ids are the connected store's own.

Every answer has the same envelope. A refusal carries a stable \`error.code\` of [this list](/docs/errors), and
\`X-Request-Id\` names the request. Version 1 only ever gains fields. In a page the [SDK](/docs/sdk) does the asking;
[the contract](/docs/contract) says what both promise. [The private API](/docs/private-api), for servers alone, wants a token.`;

/**
 * Describes the routes with the public tag at `/openapi.json`, which the API reference of `/docs` also shows. It only includes routes
 * that are registered after it has resolved.
 */
export async function registerOpenApi(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Waitlist and Pre-order Service', version: await packageVersion(), description: INTRODUCTION },
      tags: [{ name: PUBLIC_API, description: 'Read-only, for servers and browsers.' }],
    },
    hideUntagged: true,
    // Names shared schemas by their $id instead of def-0.
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transformObject: (document) => ('openapiObject' in document ? shareRefusals(document.openapiObject) : {}),
  });
  app.get('/openapi.json', (_request, reply) =>
    reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }).send(app.swagger()),
  );
}

async function packageVersion(): Promise<string> {
  const text = await readFile(`${PROJECT}package.json`, 'utf8');
  return JSON.parse(text).version;
}
