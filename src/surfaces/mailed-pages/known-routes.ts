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

/**
 * Opens the address of a pre-order that its customer keeps (`core/preorders/known-link.ts`). Returns the page instead for an address
 * that does not work, and for too many requests.
 */
export async function openKnownAddress(
  deps: OpenDeps,
  request: FastifyRequest<KnownAddress>,
  purpose: KnownPurpose,
): Promise<Known | LinkAnswer> {
  const locale = languageOf(request);
  try {
    deps.limits.writes.take(request.clientAddress, 'links');
  } catch (error) {
    deps.log.info({ request_id: request.id, code: toAppError(error).code }, 'request refused');
    return { status: 429, headers: { 'retry-after': '5' }, markup: deadPage(locale, 'busy') };
  }
  const { key, token } = request.params;
  const store = await findStoreByKey(deps.db, key);
  const preorder = store && (await openKnown(deps, { purpose, storeId: store.id }, token));
  if (!store) return { status: 404, markup: deadPage(locale, 'gone') };
  return preorder ? { store, preorder } : goneAnswer(locale, store);
}
