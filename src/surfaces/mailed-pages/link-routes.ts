import type { FastifyReply, FastifyRequest } from 'fastify';
import { readLink, readMailedLink } from '../../core/links/commands.ts';
import type { Link, LinkFacts, LinkPurpose } from '../../core/links/queries.ts';
import { findPreorder } from '../../core/preorders/queries.ts';
import { readStore } from '../../core/stores/queries.ts';
import { readerLocale } from '../../messages/catalogue.ts';
import type { App, DeadEnds } from '../../platform/http.ts';
import { toAppError } from '../../platform/http-errors.ts';
import type { Deps } from '../deps.ts';
import { DEAD_PAGE_HEADERS, deadPage, goneAnswer, type LinkAnswer } from './page.ts';

type LinkDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>;
type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

/** What the link in the mail added to its address; anybody may have changed it. */
export type LinkQuery = Partial<Record<string, unknown>>;

export type LinkPage<P extends LinkPurpose> = {
  purpose: P;
  /** Answers GET. It must not change anything: mail programs and scanners follow links. */
  show(facts: LinkFacts<P>, query: LinkQuery): LinkAnswer | Promise<LinkAnswer>;
  /** Answers POST, with the fields of the form. Returns null to redirect to the page that GET then shows. */
  act(facts: LinkFacts<P>, form: URLSearchParams): Promise<LinkAnswer | null>;
};

/** Answers other requests under `/links` with a page: invalid tokens and unknown pages. */
export const LINK_DEAD_ENDS: DeadEnds = {
  under: /^\/links(?![^/?])/,
  headers: DEAD_PAGE_HEADERS,
  page: (request) => deadPage(languageOf(request), 'gone'),
};

/** Registers `/links/{purpose}/{token}`. Every answer is a page, because people open these links. */
export function registerLinkPage<P extends LinkPurpose>(
  app: App,
  deps: LinkDeps,
  { purpose, show, act }: LinkPage<P>,
): void {
  const path = `/links/${purpose}/:token`;
  const options = { schema: { hide: true } };
  // In a scope of its own, so that no other route accepts forms.
  app.register((forms, _, done) => {
    acceptForms(forms);
    forms.get<{ Params: { token: string }; Querystring: LinkQuery }>(path, options, async (request, reply) => {
      const facts = await openLink(deps, { request, reply }, purpose);
      return facts ? send(reply, await show(facts, request.query)) : reply;
    });
    forms.post<{ Params: { token: string } }>(path, options, async (request, reply) => {
      const facts = await openLink(deps, { request, reply }, purpose);
      if (!facts) return reply;
      const answer = await act(facts, formOf(request));
      return answer ? send(reply, answer) : reply.code(303).header('location', request.url).send('');
    });
    done();
  });
}

/** Lets the routes of a scope take what a form sends, as `URLSearchParams`. */
export function acceptForms(scope: App): void {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
    parsed(null, new URLSearchParams(String(body))),
  );
}

/** Returns the fields that a form sent; none where the body was no form. */
export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Reads the link of the address. Returns null after it has sent an error page instead. Counts the request. */
async function openLink<P extends LinkPurpose>(
  deps: LinkDeps,
  { request, reply }: { request: LinkRequest; reply: FastifyReply },
  purpose: P,
): Promise<LinkFacts<P> | null> {
  reply.headers(DEAD_PAGE_HEADERS);
  try {
    deps.limits.writes.take(request.clientAddress, 'links');
  } catch (error) {
    // It is answered with a page, so the log is told here.
    deps.log.info({ request_id: request.id, code: toAppError(error).code }, 'request refused');
    reply.header('retry-after', '5');
    send(reply, { status: 429, markup: deadPage(languageOf(request), 'busy') });
    return null;
  }
  const link = await readLink(deps, purpose, request.params.token);
  const preorder = link && (await findPreorder(deps.db, link.storeId, link.preorderId));
  if (link && preorder?.contact) return { link, preorder, store: await readStore(deps.db, link.storeId) };
  const mailed = link ?? (await readMailedLink(deps, purpose, request.params.token));
  send(reply, await deadAnswer(deps, request, mailed));
  return null;
}

/** Answers a link that does not work. Only a token that was mailed tells its store, and the pre-order's language. */
async function deadAnswer(deps: LinkDeps, request: LinkRequest, mailed: Link | null): Promise<LinkAnswer> {
  const locale = languageOf(request);
  if (!mailed) return { status: 404, markup: deadPage(locale, 'gone') };
  const { storeId, preorderId } = mailed;
  const preorder = await findPreorder(deps.db, storeId, preorderId);
  return goneAnswer(preorder?.locale ?? locale, await readStore(deps.db, storeId));
}

export function send(reply: FastifyReply, { markup, status = 200, headers = {} }: LinkAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(markup);
}

/** Returns the browser's preferred language, because an invalid link has no pre-order with a language. */
export function languageOf(request: FastifyRequest): string {
  return readerLocale(request.headers['accept-language']?.split(/[,;]/)[0] ?? '');
}
