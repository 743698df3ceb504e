import type { operations, Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';
import { type List, useList } from '../../requests/use-list.ts';

export type OwedRefund = Schemas['AdminOwedRefund'];
export type Dispute = Schemas['AdminDispute'];
export type Attempt = Schemas['AdminAttempt'];
export type MovedMoney = Schemas['AdminMovedMoney'];
export type MovedFilter = NonNullable<operations['exportMovedMoney']['parameters']['query']>;
export type Reconciliation = Schemas['AdminReconciliation'];

const refundsKey = () => keyOf('money/refunds');
const attemptsKey = () => keyOf('money/attempts');

/** Refunds that the provider refuses, the oldest first. */
export function useOwedRefunds(): Loaded<OwedRefund[]> {
  return useData(refundsKey(), async () => bodyOf(await api.GET('/admin/api/v1/payments/refunds')).data);
}

/** Payments that a bank disputes or has disputed, the newest first. */
export function useDisputes(): Loaded<Dispute[]> {
  return useData(keyOf('money/disputes'), async () => bodyOf(await api.GET('/admin/api/v1/payments/disputes')).data);
}

/** Payments about which the provider has not decided yet, the oldest first. */
export function useAttempts(): Loaded<Attempt[]> {
  return useData(attemptsKey(), async () => bodyOf(await api.GET('/admin/api/v1/attempts')).data);
}

/** The money that was taken and given back, the newest first. */
export function useMovedMoney(filter: MovedFilter): List<MovedMoney> {
  return useList(keyOf(`money/moved?${JSON.stringify(filter)}`), async (after) => {
    const query = { ...filter, ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/payments/moved', { params: { query } }));
  });
}

/** Reads the money that moved as a file for a spreadsheet. */
export async function movedMoneyFile(query: MovedFilter): Promise<Blob> {
  return bodyOf(await api.GET('/admin/api/v1/payments/moved.csv', { params: { query }, parseAs: 'blob' }));
}

/** Has all refused refunds tried again at once. Resolves with how many that are. */
export async function retryRefunds(): Promise<number> {
  const { asked } = bodyOf(await api.POST('/admin/api/v1/payments/refunds/retry', { body: {} })).data;
  changed(refundsKey());
  changed(keyOf('preorders'));
  return asked;
}

/** Records that the merchant gave back what was paid before the move, where it was paid. */
export async function recordGivenBack(reference: string): Promise<void> {
  bodyOf(await api.POST('/admin/api/v1/imports/given-back', { body: { reference } }));
  changed(refundsKey());
  changed(keyOf('preorders'));
}

/** Waits no longer for the provider's word about a payment. */
export async function abandon(attempt_id: string): Promise<void> {
  const init = { params: { path: { attempt_id } }, body: {} };
  bodyOf(await api.POST('/admin/api/v1/attempts/{attempt_id}/abandon', init));
  changed(attemptsKey());
}

export type Period = { from?: string; to?: string };

/** Compares the provider's list with the ledger. It asks the provider, so only a person has it done again. */
export function useComparison(period: Period): Loaded<Reconciliation> {
  const load = async () =>
    bodyOf(await api.GET('/admin/api/v1/payments/comparison', { params: { query: period } })).data;
  return useData(keyOf(`money/comparison?${JSON.stringify(period)}`), load, Number.POSITIVE_INFINITY);
}
