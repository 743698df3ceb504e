import type { operations, Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type Delivery = Schemas['AdminDelivery'];
export type Release = Schemas['AdminRelease'];
export type Batch = Schemas['AdminBatchDetail'];

export type DeliveryFilter = Omit<NonNullable<operations['listDeliveries']['parameters']['query']>, 'after' | 'limit'>;

export function useDeliveries(filter: DeliveryFilter = {}): List<Delivery> {
  return useList(keyOf(`batches?${JSON.stringify(filter)}`), async (after) => {
    const query = { ...filter, ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/batches', { params: { query } }));
  });
}

export async function readBatch(id: string): Promise<Batch> {
  const params = { path: { batch_id: id } };
  return bodyOf(await api.GET('/admin/api/v1/batches/{batch_id}', { params })).data;
}

export function useBatch(id: string): Loaded<Batch> {
  return useData(keyOf(`batches/${id}`), () => readBatch(id));
}

export function useReleases(id: string): Loaded<Release[]> {
  return useData(keyOf(`batches/${id}/releases`), async () => {
    const query = { batch_id: id, limit: 20 };
    return bodyOf(await api.GET('/admin/api/v1/releases', { params: { query } })).data;
  });
}

/** What a release would do now. `limit` is the most line items; undefined for all. */
export function usePreview(id: string, limit?: number) {
  return useData(keyOf(`batches/${id}/preview/${limit ?? ''}`), async () => {
    const params = { path: { batch_id: id }, query: limit === undefined ? {} : { limit } };
    return bodyOf(await api.GET('/admin/api/v1/batches/{batch_id}/release-preview', { params })).data;
  });
}

export type Preview = NonNullable<ReturnType<typeof usePreview>['data']>;
export type PreviewLine = Preview['lines'][number];

/** Reads again what an arrival or a release has changed. */
export function batchesChanged(): void {
  changed(keyOf('batches'));
  changed(keyOf('waitlists'));
  changed(keyOf('preorders'));
}

export const nothingFree = ({ variants }: Batch): boolean => variants.every(({ free }) => free === 0);
