import type { Schemas } from '../../../../../packages/admin-client/src/index.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { type Loaded, useData } from '../../requests/use-data.ts';
import { useList } from '../../requests/use-list.ts';

export type Customer = Schemas['AdminCustomer'];
export type CustomerDetail = Schemas['AdminCustomerDetail'];

/** The customers of the store, the one with the newest pre-order first; with `q` those that a search finds. */
export function useCustomers(q: string) {
  return useList(keyOf(`preorders/customers?${q}`), async (after) => {
    const query = { ...(q !== '' && { q }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/customers', { params: { query } }));
  });
}

/** One customer. What changes a pre-order may change what this says. */
export function useCustomer(id: string): Loaded<CustomerDetail> {
  return useData(keyOf(`preorders/customer/${id}`), async () => {
    const params = { path: { customer_id: id } };
    return bodyOf(await api.GET('/admin/api/v1/customers/{customer_id}', { params })).data;
  });
}
