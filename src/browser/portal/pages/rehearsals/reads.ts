import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';

export type Rehearsal = Schemas['AdminRehearsal'];
export type Report = NonNullable<Rehearsal['report']>;
export type Finding = Report['findings'][number];

export const isUnderWay = ({ state }: Rehearsal): boolean => state === 'waiting' || state === 'running';

export function useRehearsals(): Loaded<Rehearsal[]> {
  return useData(keyOf('rehearsals?'), async () => bodyOf(await api.GET('/admin/api/v1/rehearsals', {})).data);
}

export function useRehearsal(id: string): Loaded<Rehearsal> {
  return useData(keyOf(`rehearsals/${id}`), async () => {
    const params = { path: { rehearsal_id: id } };
    return bodyOf(await api.GET('/admin/api/v1/rehearsals/{rehearsal_id}', { params })).data;
  });
}

/** Loads again what was read of rehearsals. */
export const rehearsalsChanged = (): void => changed(keyOf('rehearsals'));
