import type { operations, Schemas } from '../../../../../packages/admin-client/src/index.ts';
import type { IdMapping } from '../../../../domain/id-mapping-csv.ts';
import type { Product } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import type { Match } from '../../requests/versions.ts';

type NewIds = operations['mapIds']['requestBody']['content']['application/json'];
export type Mapped = Schemas['AdminMappedIds'];

export function useProduct(id: string): Loaded<Product> {
  return useData(keyOf(`products/${id}`), () => readProduct(id));
}

export async function readProduct(id: string): Promise<Product> {
  const path = { product_id: id };
  return bodyOf(await api.GET('/admin/api/v1/products/{product_id}', { params: { path } })).data;
}

/** Gives products and variants their ids, all or none. */
export async function mapIds(products: IdMapping[], header: Match = {}): Promise<Mapped> {
  const params = { header } as never; // the client itself makes the key of the write
  const { data } = bodyOf(await api.POST('/admin/api/v1/catalog/ids', { params, body: { products } as NewIds }));
  for (const what of ['products', 'waitlists', 'placements', 'preorders']) changed(keyOf(what));
  return data;
}
