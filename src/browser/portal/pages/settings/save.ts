import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../data/reads.ts';
import { api, bodyOf } from '../../data/store-api.ts';
import { setData } from '../../data/use-data.ts';

type Changes = operations['updateStore']['requestBody']['content']['application/json'];

/** Saves changed settings, and shows them at once. */
export async function saveSettings(changes: Changes): Promise<void> {
  const { data } = bodyOf(await api.PATCH('/admin/api/v1/store', { body: changes }));
  setData(keyOf('store'), data);
}
