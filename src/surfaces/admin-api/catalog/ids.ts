import { mapIds } from '../../../core/catalog/commands/map-ids.ts';
import { tryLockCatalog } from '../../../core/catalog/commands/staging.ts';
import { findNamedProduct } from '../../../core/catalog/names.ts';
import { findId } from '../../../core/catalog/queries/find-id.ts';
import { AppError } from '../../../domain/error.ts';
import { parseExternalId } from '../../../domain/external-id.ts';
import type { Sql } from '../../../platform/db.ts';
import { type AdminMappedIds, NewIds, findId as operation } from '../../../protocol/schema/admin-api/products.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { findingJson, idsOf, mappingFrom } from '../../merchant-json/ids.ts';
import { demandVersion } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { BULK_BODY_BYTES_MAX } from '../bulk.ts';

const PATH = `${ADMIN_ROOT}/catalog/ids`;

const MAP = writing('catalog:write', {
  operationId: 'mapIds',
  summary: 'Give products and variants the ids of your platform, all or none',
  description:
    'Waitlists and pre-orders stay as they are, and the earlier ids still find them. Two products or variants may exchange their ids. `id_taken` when another product or variant has one of the ids, `busy` during an import. `If-Match` takes the `ETag` of a product, where one alone is named.',
  body: NewIds,
  response: { 200: successSchema({ $ref: 'AdminMappedIds#' }, 'How many changed.') },
});

/** Registers `GET` and `POST /admin/api/v1/catalog/ids`. */
export function registerIds({ app, askerOf, perform, reads }: AdminRoutes): void {
  reads(operation, async ({ store }, { id: given, as = 'product' }, { db }) => {
    const id = parseExternalId(given);
    if (id === null) throw new AppError('invalid_parameter', 'id is not an id.', { param: 'id' });
    return findingJson(await findId(db, store.id, { id, as }));
  });

  app.post(PATH, { ...MAP, bodyLimit: BULK_BODY_BYTES_MAX }, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'catalog.map_ids',
      async run(joined) {
        await demandIds(joined.db, store.id, request);
        const mapped = await mapIds(joined, store.id, await mappingFrom(joined.db, store, request.body.products));
        return { subject: store.id, outcome: mapped };
      },
      answer: async (_deps, { outcome }) => outcome as AdminMappedIds,
    });
  });
}

type IdsRequest = { body: { products: readonly { product: string }[] }; headers: { 'if-match'?: string } };

/** Throws `precondition_failed` if the product was given other ids since they were read. No other command gives ids until the transaction ends. */
async function demandIds(tx: Sql, storeId: string, { body, headers }: IdsRequest): Promise<void> {
  const { 'if-match': ifMatch } = headers;
  const [named, ...others] = body.products;
  if (ifMatch === undefined || named === undefined) return;
  if (others.length > 0) {
    throw new AppError('invalid_parameter', 'If-Match is the version of one product: send one, or leave it out.', {
      param: 'If-Match',
    });
  }
  await tryLockCatalog(tx, storeId);
  const product = await findNamedProduct(tx, storeId, named.product);
  if (product) demandVersion(ifMatch, idsOf(product));
}
