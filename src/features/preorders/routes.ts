import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../domain/error.ts';
import { parseReference } from '../../domain/reference.ts';
import { storeLocale } from '../../messages/catalogue.ts';
import type { App } from '../../platform/http.ts';
import {
  CancelRequest,
  LinkAnswer,
  LookUpAnswer,
  LookUpRequest,
  PageAnswer,
  PreorderAnswer,
  SessionAnswer,
  SessionRequest,
  type StatusPreorder,
} from '../../protocol/schema/status-api.ts';
import type { Deps } from '../deps.ts';
import { LINK_MINUTES } from '../links/commands.ts';
import { findStoreByKey, type Store } from '../stores/queries.ts';
import { cancelLines } from './commands/cancel.ts';
import { createCancelLink } from './commands/cancel-link.ts';
import { lookUpPreorder } from './look-up.ts';
import { findPreorder, findPreorderOf, listPreorders, type Preorder } from './queries.ts';
import {
  beginCustomerSession,
  beginGuestSession,
  type Guest,
  type OpenSession,
  openSession,
  type Session,
  sealSession,
} from './status-session.ts';
import { viewPreorder } from './status-view.ts';

export type StatusDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'answers' | 'outbox'>;

const ROOT = '/frames/1/api/status';
const PAGE = 10;

const hidden = { hide: true }; // private to the frame: not part of openapi.json
const Params = Type.Object({ reference: Type.String({ maxLength: 100 }) });
const PageQuery = Type.Object({ after: Type.Optional(Type.String({ maxLength: 100 })) });

const success = <T>(data: T) => ({ meta: { result: 'success' as const }, data });

/** What the status frame calls. Answers are `no-store`; the session is the only credential, and there is no cookie. */
export function registerStatusRoutes(app: App, deps: StatusDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(ROOT)) reply.header('cache-control', 'no-store');
  });
  registerBeginnings(app, deps);
  registerReading(app, deps);
  registerCancelling(app, deps);
}

function registerBeginnings(app: App, deps: StatusDeps): void {
  app.post(
    `${ROOT}/sessions`,
    { schema: { ...hidden, body: SessionRequest, response: { 201: SessionAnswer } } },
    async (request, reply) => {
      const { token } = request.body;
      const reader = await readerOf(deps, request);
      const session = await beginCustomerSession(deps, reader, token).catch((error: unknown) => {
        // Trying tokens is what this limit is against; who has a good one never meets it.
        deps.limits.unknownKeys.take(request.clientAddress, reader.store.id);
        throw error;
      });
      const page = await pageOf(deps, { session, store: reader.store });
      return reply.code(201).send(success({ ...(await sealSession(deps, session)), page }));
    },
  );

  app.post(
    `${ROOT}/look-ups`,
    { schema: { ...hidden, body: LookUpRequest, response: { 201: LookUpAnswer } } },
    async (request, reply) => {
      const { reference, place } = request.body;
      const { clientAddress } = request;
      const reader = await readerOf(deps, request);
      const id = await lookUpPreorder(deps, { store: reader.store, clientAddress, reference, place });
      const session = await beginGuestSession(deps, reader, id);
      const preorder = view(await ofGuest(deps, session), session, reader.store);
      return reply.code(201).send(success({ ...(await sealSession(deps, session)), preorder }));
    },
  );
}

function registerReading(app: App, deps: StatusDeps): void {
  app.get(
    `${ROOT}/preorders`,
    { schema: { ...hidden, querystring: PageQuery, response: { 200: PageAnswer } } },
    async (request) => {
      const open = await sessionOf(deps, request);
      return success(await pageOf(deps, open, request.query.after));
    },
  );

  app.get(
    `${ROOT}/preorders/:reference`,
    { schema: { ...hidden, params: Params, response: { 200: PreorderAnswer } } },
    async (request) => {
      const { session, store } = await sessionOf(deps, request);
      return success(view(await seenBy(deps, session, request.params.reference), session, store));
    },
  );
}

function registerCancelling(app: App, deps: StatusDeps): void {
  const schema = { ...hidden, params: Params, body: CancelRequest };

  // Naming the lines makes it idempotent: sent again, it finds them cancelled and answers the same.
  app.post(
    `${ROOT}/preorders/:reference/cancel`,
    { schema: { ...schema, response: { 200: PreorderAnswer } } },
    async (request) => {
      const { session, store } = await sessionOf(deps, request);
      const { id, reference } = await seenBy(deps, session, request.params.reference);
      if (session.kind === 'guest') {
        throw new AppError('link_required', 'Ask for the link that goes to the e-mail of the pre-order.');
      }
      const { lineItemIds } = request.body;
      await cancelLines(deps, { storeId: store.id, preorderId: id, lineIds: lineItemIds });
      return success(view(await seenBy(deps, session, reference), session, store));
    },
  );

  app.post(
    `${ROOT}/preorders/:reference/links`,
    { schema: { ...schema, response: { 202: LinkAnswer } } },
    async (request, reply) => {
      const { session, store } = await sessionOf(deps, request);
      const preorder = await seenBy(deps, session, request.params.reference);
      const { lineItemIds } = request.body;
      await createCancelLink(deps, { storeId: store.id, preorderId: preorder.id, lineIds: lineItemIds });
      const { email } = view(preorder, session, store);
      return reply.code(202).send(success({ email, minutes: LINK_MINUTES }));
    },
  );
}

type Asked = FastifyRequest<{ Body: { key: string; locale: string } }>;

/** The store of the key, and the language its reader is answered in. Counts the request. `invalid_api_key`. */
async function readerOf(deps: StatusDeps, request: Asked): Promise<{ store: Store; locale: string }> {
  const { key, locale } = request.body;
  deps.limits.writes.take(request.clientAddress, key);
  const store = await findStoreByKey(deps.db, key);
  if (store) return { store, locale: storeLocale(locale, store.mode) };
  deps.limits.unknownKeys.take(request.clientAddress);
  throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'key' });
}

async function sessionOf(deps: StatusDeps, request: FastifyRequest): Promise<OpenSession> {
  deps.limits.writes.take(request.clientAddress, 'status');
  return openSession(deps, request);
}

/** Newest first. A guest has exactly one. */
async function pageOf(deps: StatusDeps, { session, store }: OpenSession, after?: string) {
  const preorders =
    session.kind === 'guest'
      ? [await ofGuest(deps, session)]
      : await listPreorders(deps.db, store.id, { customerKey: session.customerKey, after, limit: PAGE + 1 });
  const page = preorders.slice(0, PAGE);
  return {
    preorders: page.map((preorder) => view(preorder, session, store)),
    after: preorders.length > PAGE ? (page.at(-1)?.reference ?? null) : null,
  };
}

/** The pre-order with this reference, if it is one that the session may see; `preorder_not_found` else. */
async function seenBy(deps: StatusDeps, session: Session, reference: string): Promise<Preorder> {
  const plain = parseReference(reference);
  const { storeId } = session;
  const found =
    session.kind === 'guest'
      ? await findPreorder(deps.db, storeId, session.preorderId)
      : await findPreorderOf(deps.db, storeId, { reference: plain ?? '', customerKey: session.customerKey });
  if (!found?.contact || found.reference !== plain) throw noSuchPreorder();
  return found;
}

async function ofGuest(deps: StatusDeps, { storeId, preorderId }: Guest): Promise<Preorder> {
  const found = await findPreorder(deps.db, storeId, preorderId);
  if (!found?.contact) throw noSuchPreorder(); // erased since
  return found;
}

function noSuchPreorder(): AppError {
  return new AppError('preorder_not_found', 'There is no such pre-order.');
}

function view(preorder: Preorder, session: Session, { timeZone }: Store): StatusPreorder {
  return viewPreorder(preorder, { locale: session.locale, timeZone, masked: session.kind === 'guest' });
}
