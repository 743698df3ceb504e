import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/error.ts';
import { readerLocale } from '../../messages/catalogue.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { readStore } from '../stores/queries.ts';
import { readCancelLink, useCancelLink } from './commands/cancel-link.ts';
import { deadPage, LINK_HEADERS, type LinkFacts, linkPage, refusedPage } from './link-page.ts';
import { findPreorder } from './queries.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'answers' | 'outbox'>;
type Exchange = { request: FastifyRequest<{ Params: { token: string } }>; reply: FastifyReply };

const PATH = '/links/cancel/:token';

/**
 * The page of the link in a mail. GET shows and changes nothing, for mail programs and scanners follow links; POST acts,
 * once, and leads back to what GET then shows. Every answer is a page: people open these.
 */
export function registerLinkRoutes(app: App, deps: LinkDeps): void {
  // A form without fields still has a body by its type; apart, so that nothing else takes forms.
  app.register((forms, _, done) => {
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, parsed) =>
      parsed(null),
    );
    forms.get<{ Params: { token: string } }>(PATH, { schema: { hide: true } }, (request, reply) =>
      answerLink(deps, { request, reply }, async (facts) => reply.send(linkPage(facts))),
    );
    forms.post<{ Params: { token: string } }>(PATH, { schema: { hide: true } }, (request, reply) =>
      answerLink(deps, { request, reply }, (facts) => act(deps, { request, reply }, facts)),
    );
    done();
  });
}

async function act(deps: LinkDeps, { request, reply }: Exchange, facts: LinkFacts): Promise<FastifyReply> {
  try {
    await useCancelLink(deps, facts.link);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'line_not_cancellable')) throw error;
    return reply.code(409).send(refusedPage(facts));
  }
  return reply.code(303).header('location', request.url).send('');
}

async function answerLink(
  deps: LinkDeps,
  { request, reply }: Exchange,
  show: (facts: LinkFacts) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  reply.headers(LINK_HEADERS);
  try {
    deps.limits.writes.take(request.clientAddress, 'links');
  } catch {
    return reply
      .code(429)
      .header('retry-after', '5')
      .send(deadPage(languageOf(request), 'busy'));
  }
  const link = await readCancelLink(deps, request.params.token);
  const preorder = link && (await findPreorder(deps.db, link.storeId, link.preorderId));
  if (!preorder) return reply.code(404).send(deadPage(languageOf(request), 'gone'));
  return show({ link, preorder, store: await readStore(deps.db, link.storeId) });
}

/** The first that the browser prefers: a link that is none says nothing of its reader. */
function languageOf(request: FastifyRequest): string {
  return readerLocale(request.headers['accept-language']?.split(/[,;]/)[0] ?? '');
}
