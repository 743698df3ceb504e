import type { FastifyRequest } from 'fastify';
import { type KnownPreorder, type KnownPurpose, openKnown } from '../../core/preorders/known-link.ts';
import { findStoreByKey, type Store } from '../../core/stores/queries.ts';
import { toAppError } from '../../platform/http-errors.ts';
import type { Deps } from '../deps.ts';
import { languageOf } from './link-routes.ts';
import { deadPage, goneAnswer, type LinkAnswer } from './page.ts';

export type KnownAddress = { Params: { key: string; token: string } };
export type Known = { store: Store; preorder: KnownPreorder };

type OpenDeps = Pick<Deps, 'db' | 'secrets' | 'limits' | 'log'>;

/** Returns the store of an address with its public key; or the page for one that no store has, and for too many requests. */
export async function openStoreAddress(
  deps: OpenDeps,
  request: FastifyRequest<{ Params: { key: string } }>,
): Promise<{ store: Store } | LinkAnswer> {
  const locale = languageOf(request);
  try {
    deps.limits.writes.take(request.clientAddress, 'links');
  } catch (error) {
    deps.log.info({ request_id: request.id, code: toAppError(error).code }, 'request refused');
    return { status: 429, headers: { 'retry-after': '5' }, markup: deadPage(locale, 'busy') };
  }
  const store = await findStoreByKey(deps.db, request.params.key);
  return store ? { store } : { status: 404, markup: deadPage(locale, 'gone') };
}

/**
 * Opens the address of a pre-order that its customer keeps (`core/preorders/known-link.ts`). Returns the page instead for an address
 * that does not work, and for too many requests.
 */
export async function openKnownAddress(
  deps: OpenDeps,
  request: FastifyRequest<KnownAddress>,
  purpose: KnownPurpose,
): Promise<Known | LinkAnswer> {
  const opened = await openStoreAddress(deps, request);
  if ('markup' in opened) return opened;
  const { store } = opened;
  const preorder = await openKnown(deps, { purpose, storeId: store.id }, request.params.token);
  return preorder ? { store, preorder } : goneAnswer(languageOf(request), store);
}
