import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import type { Match } from '../../requests/versions.ts';
import { ofVersion } from '../../requests/versions.ts';

type BrandChange = operations['updateBrand']['requestBody']['content']['application/json'];

/** Saves a changed look of the version that was read, and shows it at once. */
export async function saveBrand(body: BrandChange, header: Match): Promise<void> {
  const { data } = bodyOf(await api.PATCH('/admin/api/v1/store/brand', { params: { header }, body }));
  setData(keyOf('brand'), data);
}

/** Saves words of the store of the version that was read, and shows them at once. */
export async function saveTexts(language: string, texts: Record<string, string | null>, header: Match): Promise<void> {
  const params = { path: { language }, header };
  const { data } = bodyOf(await api.PATCH('/admin/api/v1/texts/{language}', { params, body: { texts } }));
  setData(keyOf(`texts/${language}`), ofVersion(data.texts, data));
}
