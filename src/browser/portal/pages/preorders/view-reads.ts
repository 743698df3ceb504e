import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { storePath } from '../../requests/where.ts';

export type SavedView = Schemas['AdminPreorderView'];

// They stand beside every page, and change seldom.
const LOOK_AGAIN_MS = 300_000;

/** The saved views of the store, which everybody in it sees. */
export function useViews(): Loaded<SavedView[]> {
  const read = async () => bodyOf(await api.GET('/admin/api/v1/preorders/views', {})).data;
  return useData(keyOf('views'), read, LOOK_AGAIN_MS);
}

export const viewsChanged = (): void => changed(keyOf('views'));

/** The address of a view: that of its filters, so that it opens also once somebody has removed it. */
export const viewPath = (slug: string, { id, filters }: SavedView): string =>
  storePath(slug, `/preorders?${new URLSearchParams({ ...(filters as Record<string, string>), view: id })}`);
