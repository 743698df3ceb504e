import type { FastifyRequest } from 'fastify';
import { cancelLines } from '../../../core/preorders/commands/cancel.ts';
import { createCancelLink } from '../../../core/preorders/commands/cancel-link.ts';
import { listPreorders, type PreorderFilter, type PreorderPage } from '../../../core/preorders/queries/list.ts';
import { readAnswersNeeded } from '../../../core/promises/queries.ts';
import { findStoreByKey, type Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { LINK_MINUTES } from '../../../domain/link.ts';
import { storeLocale } from '../../../messages/catalogue.ts';
import type { App } from '../../../platform/http.ts';
import { Type } from '../../../platform/type.ts';
import {
  CancelRequest,
  LinkAnswer,
  LookUpAnswer,
  LookUpRequest,
  PageAnswer,
  PreorderAnswer,
  SessionAnswer,
  SessionRequest,
} from '../../../protocol/schema/status-api.ts';
import type { Deps } from '../../deps.ts';
import { readFromStandby } from '../../request-reads.ts';
import {
  emailShown,
  findChangeable,
  findGuestPreorder,
  findLookedUp,
  findReadable,
  STATUS_ROOT as ROOT,
  sessionOf,
  success,
  view,
  viewAfterChange,
  viewAll,
} from './access.ts';
import { lookUpPreorder } from './look-up.ts';
import { registerSelfServiceRoutes, type SelfServiceDeps } from './self-service-routes.ts';
import { beginCustomerSession, beginGuestSession, type OpenSession, sealSession } from './session.ts';

export type StatusDeps = SelfServiceDeps & Pick<Deps, 'guesses'>;

const PAGE = 10;

const hidden = { hide: true }; // private to the frame: not part of openapi.json
const Params = Type.Object({ reference: Type.String({ maxLength: 100 }) });
const PageQuery = Type.Object({ after: Type.Optional(Type.String({ maxLength: 100 })) });

/** Registers the status frame's API. Answers are `no-store`; the session is the only credential, and there is no cookie. */
export function registerStatusRoutes(app: App, given: StatusDeps): void {
  app.register((scope: App, _options, done) => {
    const deps = { ...given, db: readFromStandby(scope, given.db) };
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    registerBeginnings(scope, deps);
    registerReading(scope, deps);
    registerCancelling(scope, deps);
    registerSelfServiceRoutes(scope, deps);
    done();
  });
}

function registerBeginnings(app: App, deps: StatusDeps): void {
  app.post(
    `${ROOT}/sessions`,
    { config: { onlyReads: true }, schema: { ...hidden, body: SessionRequest, response: { 201: SessionAnswer } } },
    async (request, reply) => {
      const { token } = request.body;
      const reader = await readerOf(deps, request);
      const session = await beginCustomerSession(deps, reader, token).catch((error: unknown) => {
        // This limit is against guessing tokens, so requests with a valid token do not count.
        deps.limits.unknownKeys.take(request.clientAddress, reader.store.id);
        throw error;
      });
      const page = await pageOf(deps, { session, store: reader.store });
      return reply.code(201).send(success({ ...(await sealSession(deps, session)), page }));
    },
  );

  app.post(
    `${ROOT}/look-ups`,
    { config: { onlyReads: true }, schema: { ...hidden, body: LookUpRequest, response: { 201: LookUpAnswer } } },
    async (request, reply) => {
      const { reference, place } = request.body;
      const { clientAddress } = request;
      const reader = await readerOf(deps, request);
      const preorderId = await lookUpPreorder(deps, { store: reader.store, clientAddress, reference, place });
      const found = await findLookedUp(deps, { storeId: reader.store.id, preorderId });
      const session = await beginGuestSession(deps, reader, { preorder: found, confirmed: false });
      const preorder = await view(deps, { session, store: reader.store, preorder: found });
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
      return success(await view(deps, await findReadable(deps, request)));
    },
  );
}

function registerCancelling(app: App, deps: StatusDeps): void {
  const schema = { ...hidden, params: Params, body: CancelRequest };

  // Idempotent, because the request names the line items: a repeated one finds them cancelled and returns the same answer.
  app.post(
    `${ROOT}/preorders/:reference/cancel`,
    { schema: { ...schema, response: { 200: PreorderAnswer } } },
    async (request) => {
      const seen = await findChangeable(deps, request);
      const { lineItemIds } = request.body;
      await cancelLines(deps, { storeId: seen.store.id, preorderId: seen.preorder.id, lineIds: lineItemIds });
      return success(await viewAfterChange(deps, seen));
    },
  );

  app.post(
    `${ROOT}/preorders/:reference/links`,
    { schema: { ...schema, response: { 202: LinkAnswer } } },
    async (request, reply) => {
      const seen = await findReadable(deps, request);
      const { lineItemIds } = request.body;
      await createCancelLink(deps, { storeId: seen.store.id, preorderId: seen.preorder.id, lineIds: lineItemIds });
      return reply.code(202).send(success({ email: emailShown(seen), minutes: LINK_MINUTES }));
    },
  );
}

type KeyedRequest = FastifyRequest<{ Body: { key: string; locale: string } }>;

/** Returns the store of the key and the language of the answer. Counts the request. Throws `invalid_api_key`. */
async function readerOf(deps: StatusDeps, request: KeyedRequest): Promise<{ store: Store; locale: string }> {
  const { key, locale } = request.body;
  deps.limits.writes.take(request.clientAddress, key);
  const store = await findStoreByKey(deps.db, key);
  if (store) return { store, locale: storeLocale(locale, store.mode) };
  deps.limits.unknownKeys.take(request.clientAddress);
  throw new AppError('invalid_api_key', 'No store has this API key.', { param: 'key' });
}

// Nobody has more open questions than this.
const ASKED_MAX = 50;

/** Returns a page of pre-orders: those that need an answer, then the newest first. A guest has exactly one. */
async function pageOf(deps: StatusDeps, { session, store }: OpenSession, after?: string) {
  if (session.kind === 'guest') {
    return {
      preorders: await viewAll(deps, { session, store }, [await findGuestPreorder(deps, session)]),
      after: null,
    };
  }
  const { customerKey } = session;
  const needed = [...(await readAnswersNeeded(deps.db, store.id, { customerKey })).keys()].slice(0, ASKED_MAX);
  const read = (filter: PreorderFilter & PreorderPage) => listPreorders(deps.db, store.id, { customerKey, ...filter });
  const asked = after === undefined && needed.length > 0 ? await read({ ids: needed, limit: ASKED_MAX }) : [];
  asked.sort((one, other) => needed.indexOf(one.id) - needed.indexOf(other.id));
  const preorders = await read({ after, limit: PAGE + 1 });
  const page = preorders.slice(0, PAGE);
  const others = page.filter(({ id }) => !needed.includes(id));
  return {
    preorders: await viewAll(deps, { session, store }, [...asked, ...others]),
    after: preorders.length > PAGE ? (page.at(-1)?.reference ?? null) : null,
  };
}
