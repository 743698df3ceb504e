import type { Fault } from '../requests/fault.ts';
import type { Product } from '../requests/kinds.ts';
import { keyOf } from '../requests/reads.ts';
import { api, bodyOf } from '../requests/store-api.ts';
import { type List, useList } from '../requests/use-list.ts';
import { PICKED_FROM, Picker } from './picker.tsx';

export type ProductPickerProps = {
  id: string;
  label: string;
  chosen: readonly Product[];
  onChoose: (product: Product) => void;
  many?: boolean;
  fault?: Fault | undefined;
};

/** Finds a product of the store by its title, its code or a SKU. */
export function ProductPicker(props: ProductPickerProps) {
  return <Picker {...props} useFound={useProductsFound} idOf={({ id }) => id} nameOf={productName} />;
}

export const productName = ({ title, product_code }: Pick<Product, 'title' | 'product_code'>): string =>
  `${title} (${product_code})`;

function useProductsFound(text: string): List<Product> {
  return useList(keyOf(`products?picked ${text}`), async (after) => {
    const query = { limit: PICKED_FROM, ...(text !== '' && { q: text }), ...(after !== undefined && { after }) };
    return bodyOf(await api.GET('/admin/api/v1/products', { params: { query } }));
  });
}
