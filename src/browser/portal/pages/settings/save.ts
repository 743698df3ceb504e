import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';

type Changes = operations['updateStore']['requestBody']['content']['application/json'];

/** Saves changed settings, and shows them at once. */
export async function saveSettings(changes: Changes): Promise<void> {
  const { data } = bodyOf(await api.PATCH('/admin/api/v1/store', { body: changes }));
  setData(keyOf('store'), data);
}
