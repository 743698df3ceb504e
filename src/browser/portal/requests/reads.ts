import type { operations } from '../../../../packages/admin-client/src/index.ts';
import type { Palette } from '../../../domain/brand.ts';
import type { PaletteView } from '../../../protocol/schema/portal-api.ts';
import type {
  Brand,
  GuaranteeNotices,
  PaymentAccount,
  Placements,
  Preorder,
  PreorderDetail,
  Product,
  Store,
  Text,
  Waitlist,
} from './kinds.ts';
import { call } from './session.ts';
import { api, bodyOf, storeSlug } from './store-api.ts';
import { type Loaded, useData } from './use-data.ts';
import { type List, useList } from './use-list.ts';
import { ofVersion } from './versions.ts';

/** The keys of what is read, so that a change can say what it has changed. */
export const keyOf = (what: string): string => `${storeSlug()}/${what}`;

export const readSettings = async (): Promise<Store> => bodyOf(await api.GET('/admin/api/v1/store')).data;

export function useStoreSettings(): Loaded<Store> {
  return useData(keyOf('store'), readSettings);
}

export const readAccount = async (): Promise<PaymentAccount> => bodyOf(await api.GET('/admin/api/v1/payments')).data;

/** On which pages placements were seen. */
export function usePlacements(): Loaded<Placements> {
  return useData(keyOf('placements'), async () => bodyOf(await api.GET('/admin/api/v1/placements')).data);
}

export const readBrand = async (): Promise<Brand> => bodyOf(await api.GET('/admin/api/v1/store/brand')).data;

export function useBrand(): Loaded<Brand> {
  return useData(keyOf('brand'), readBrand);
}

/** The official notices of the legal guarantee. */
export function useGuaranteeNotices(): Loaded<GuaranteeNotices> {
  return useData(
    keyOf('guarantee-notices'),
    async () => bodyOf(await api.GET('/admin/api/v1/store/guarantee-notices')).data,
  );
}

export async function readTexts(language: string): Promise<Text[]> {
  const params = { path: { language } };
  const { data } = bodyOf(await api.GET('/admin/api/v1/texts/{language}', { params }));
  return ofVersion(data.texts, data);
}

export function useTexts(language: string): Loaded<Text[]> {
  return useData(keyOf(`texts/${language}`), () => readTexts(language));
}

/** The colours that a store has without a brand. */
export function usePalette(): Loaded<Palette> {
  return useData('palette', async () => new Map(Object.entries(await call<PaletteView>('GET', 'palette'))));
}

type WaitlistQuery = NonNullable<operations['listWaitlists']['parameters']['query']>;
export type WaitlistFilter = Omit<WaitlistQuery, 'after' | 'limit'>;

export function useWaitlists(filter: WaitlistFilter = {}): List<Waitlist> {
  return useList(keyOf(`waitlists?${JSON.stringify(filter)}`), async (after) => {
    const query = { ...filter, ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/waitlists', { params: { query } }));
  });
}

export async function readWaitlist(id: string): Promise<Waitlist> {
  const params = { path: { waitlist_id: id } };
  return bodyOf(await api.GET('/admin/api/v1/waitlists/{waitlist_id}', { params })).data;
}

export function useWaitlist(id: string): Loaded<Waitlist> {
  return useData(keyOf(`waitlists/${id}`), () => readWaitlist(id));
}

/** Reads a waitlist once something else has told its id. */
export function useWaitlistOf(id: string | undefined): Loaded<Waitlist | undefined> {
  return useData(keyOf(`waitlists/${id ?? ''}`), async () => (id === undefined ? undefined : readWaitlist(id)));
}

export type ProductFilter = Omit<NonNullable<operations['listProducts']['parameters']['query']>, 'after' | 'limit'>;

export function useProducts(filter: ProductFilter = {}): List<Product> {
  return useList(keyOf(`products?${JSON.stringify(filter)}`), async (after) => {
    const query = { ...filter, ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/products', { params: { query } }));
  });
}

/** Reads a product once something else has told its id. */
export function useProduct(id: string): Loaded<Product | undefined> {
  return useData(keyOf(`products/${id}`), async () => {
    const params = { path: { product_id: id } };
    return id === '' ? undefined : bodyOf(await api.GET('/admin/api/v1/products/{product_id}', { params })).data;
  });
}

type PreorderQuery = NonNullable<operations['listPreorders']['parameters']['query']>;
export type PreorderFilter = Omit<PreorderQuery, 'after' | 'limit'>;

/** The pre-orders that a filter finds. A further `round` begins the list anew: its later pages are not looked at again by themselves. */
export function usePreorders(filter: PreorderFilter, round = 0) {
  return useList(keyOf(`preorders?${JSON.stringify(filter)} ${round}`), async (after) => {
    const query = { ...filter, ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/preorders', { params: { query } }));
  });
}

// The longest list that a page of the API has.
const PAGE_MAX = 250;

/** Reads all pre-orders that a filter finds, and tells how many it has read so far. */
export async function readAllPreorders(filter: PreorderFilter, tell: (count: number) => void): Promise<Preorder[]> {
  const all: Preorder[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const query = { ...filter, limit: PAGE_MAX, ...(after !== undefined && { after }) };
    const { data, meta } = bodyOf(await api.GET('/admin/api/v1/preorders', { params: { query } }));
    all.push(...data);
    tell(all.length);
    after = meta.next ?? undefined;
  }
  return all;
}

export async function readPreorder(reference: string): Promise<PreorderDetail> {
  const params = { path: { reference } };
  return bodyOf(await api.GET('/admin/api/v1/preorders/{reference}', { params })).data;
}

export function usePreorder(reference: string): Loaded<PreorderDetail> {
  return useData(keyOf(`preorders/${reference}`), () => readPreorder(reference));
}
