import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import type { Match } from '../../requests/versions.ts';

type Changes = operations['updateStore']['requestBody']['content']['application/json'];

/** Saves changed settings of the version that was read, and shows them at once. */
export async function saveSettings(body: Changes, header: Match = {}): Promise<void> {
  const { data } = bodyOf(await api.PATCH('/admin/api/v1/store', { params: { header }, body }));
  setData(keyOf('store'), data);
}
