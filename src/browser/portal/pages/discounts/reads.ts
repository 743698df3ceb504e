import type { Discount } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { changed, type Loaded, useData } from '../../requests/use-data.ts';

const key = () => keyOf('discounts');

/** The discount codes of the store, the newest first; with those that are over if `all`. */
export function useDiscounts(all: boolean): Loaded<Discount[]> {
  return useData(`${key()}?${all}`, async () => {
    const params = { query: { all } };
    return bodyOf(await api.GET('/admin/api/v1/discounts', { params })).data;
  });
}

export const changedDiscounts = (): void => changed(key());
