import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type Withdrawal = Schemas['AdminWithdrawal'];

/** The withdrawals of the store, the newest first; all of them without a state. */
export function useWithdrawals(state: Withdrawal['state'] | undefined): List<Withdrawal> {
  return useList(keyOf(`withdrawals?${state ?? ''}`), async (after) => {
    const query = { ...(state && { state }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/withdrawals', { params: { query } }));
  });
}

export async function readWithdrawal(id: string): Promise<Withdrawal> {
  const params = { path: { withdrawal_id: id } };
  return bodyOf(await api.GET('/admin/api/v1/withdrawals/{withdrawal_id}', { params })).data;
}

export const useWithdrawal = (id: string): Loaded<Withdrawal> =>
  useData(keyOf(`withdrawals/${id}`), () => readWithdrawal(id));

/** Says that a withdrawal was changed, so that it, the list and the alerts are read again. */
export function changedWithdrawals(): void {
  changed(keyOf('withdrawals'));
  changed(keyOf('alerts'));
}
