import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, setData, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type Moving = Schemas['AdminMovingIn'];
export type MovingRow = Schemas['AdminMovingRow'];
export type Fate = NonNullable<MovingRow['fate']>;

export const isUnderWay = ({ state }: Moving): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing';

export function useMovings(): Loaded<Moving[]> {
  return useData(keyOf('moving?'), async () => bodyOf(await api.GET('/admin/api/v1/imports')).data);
}

export function useMoving(id: string): Loaded<Moving> {
  return useData(movingKey(id), async () => {
    const params = { path: { import_id: id } };
    return bodyOf(await api.GET('/admin/api/v1/imports/{import_id}', { params })).data;
  });
}

/** Rows with a fate, or all of them. They are listed anew once the import has another state, or more rows with a fate. */
export function useMovingRows({ id, state, waiting }: Moving, fate: Fate | undefined): List<MovingRow> {
  return useList(`${keyOf('moving-rows')} ${id} ${state} ${waiting} ${fate}`, async (after) => {
    const query = { ...(after !== undefined && { after }), ...(fate && { fate }) };
    const params = { path: { import_id: id }, query };
    return bodyOf(await api.GET('/admin/api/v1/imports/{import_id}/rows', { params }));
  });
}

/** Has the ready rows brought in, or takes back what came in. */
export async function act(id: string, what: 'run' | 'undo'): Promise<void> {
  const init = { params: { path: { import_id: id } }, body: {} };
  const answer =
    what === 'run'
      ? await api.POST('/admin/api/v1/imports/{import_id}/run', init)
      : await api.POST('/admin/api/v1/imports/{import_id}/undo', init);
  setData(movingKey(id), bodyOf(answer).data);
  changed(keyOf('preorders'));
  changed(keyOf('waitlists'));
}

const movingKey = (id: string) => keyOf(`moving/${id}`);
