import type { FastifyRequest } from 'fastify';
import { trackReturn } from '../../core/withdrawals/commands/track-return.ts';
import type { GoodsReturn } from '../../core/withdrawals/queries/returns.ts';
import { listReturnsToSend } from '../../core/withdrawals/queries.ts';
import { AppError } from '../../domain/error.ts';
import type { App } from '../../platform/http.ts';
import type { Deps } from '../deps.ts';
import { RETURN_PATH } from '../withdraw-address.ts';
import { type KnownAddress, openKnownAddress } from './known-routes.ts';
import { acceptForms, formOf, send } from './link-routes.ts';
import { DEAD_PAGE_HEADERS, goneAnswer, type LinkAnswer } from './page.ts';
import { type ReturnPage, returnPage } from './return-page.ts';
import { wayOn } from './way-on.ts';

type ReturnDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log' | 'outbox'>;
type Opened = ReturnPage & { returns: { withdrawalId: string; goods: GoodsReturn }[] };

/** Registers the page on which the customer of a pre-order reads where to send it back, and enters the tracking number. */
export function registerReturnPage(app: App, deps: ReturnDeps): void {
  const options = { schema: { hide: true } };
  const path = `${RETURN_PATH}/:key/:token`;
  app.register((forms, _, done) => {
    acceptForms(forms);
    forms.get<KnownAddress>(path, options, async (request, reply) => {
      const page = await open(deps, request);
      return send(reply.headers(DEAD_PAGE_HEADERS), 'markup' in page ? page : returnPage(page));
    });
    forms.post<KnownAddress>(path, options, async (request, reply) => {
      reply.headers(DEAD_PAGE_HEADERS);
      const page = await open(deps, request);
      if ('markup' in page) return send(reply, page);
      const answer = await track(deps, page, formOf(request));
      return answer ? send(reply, answer) : reply.code(303).header('location', request.url).send('');
    });
    done();
  });
}

/** Returns the page of the returns of a pre-order that go on, or the answer to a link that does not work. */
async function open(deps: ReturnDeps, request: FastifyRequest<KnownAddress>): Promise<Opened | LinkAnswer> {
  const known = await openKnownAddress(deps, request, 'contract-link');
  if ('markup' in known) return known;
  const { store, preorder: contract } = known;
  const returns = await listReturnsToSend(deps.db, store.id, contract.id);
  const [first, ...more] = returns.map(({ goods }) => goods);
  return first
    ? { store, contract, goods: [first, ...more], returns, onward: wayOn(deps, known) }
    : goneAnswer(contract.locale, store);
}

async function track(deps: ReturnDeps, page: Opened, form: URLSearchParams): Promise<LinkAnswer | null> {
  const typed = { carrier: form.get('carrier') ?? '', number: form.get('number') ?? '' };
  const named = form.get('return');
  // A return of another pre-order is none of these.
  const meant = page.returns.find(({ goods }) => goods.id === (named ?? page.goods[0].id));
  if (!meant) return null;
  try {
    const key = { storeId: page.store.id, id: meant.withdrawalId, returnId: meant.goods.id };
    await deps.db.transaction((tx) => trackReturn(tx, key, typed));
    deps.outbox.wake();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'invalid_parameter')
      return { status: 400, ...returnPage(page, { ...typed, returnId: meant.goods.id }) };
    if (error.code !== 'return_not_found') throw error;
  }
  return null; // the page then shows what became of it
}
