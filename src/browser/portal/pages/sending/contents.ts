import { t } from '../../texts.ts';
import { count } from '../../ui/format.ts';
import { propertiesOf } from '../preorders/properties.ts';
import type { Parcel } from './reads.ts';

/** What is packed together. */
type Packed = { product: Parcel['product']; lines: readonly Pick<Parcel['lines'][number], 'variant' | 'properties'>[] };

/** Equal units of a parcel: a line item is one unit. */
export type Item = { key: string; quantity: number; name: string; sku: string; properties: [string, string][] };

/** Groups the units of parcels that are alike. `byProperties` keeps those apart that are engraved differently. */
export function itemsOf(parcels: Iterable<Packed>, { byProperties = true } = {}): Item[] {
  const items = new Map<string, Item>();
  for (const { product, lines } of parcels) {
    for (const { variant, properties } of lines) {
      const own = byProperties ? propertiesOf(properties) : [];
      const key = JSON.stringify([product.id, variant.id, own]);
      const known = items.get(key);
      if (known) known.quantity += 1;
      else items.set(key, { key, quantity: 1, name: nameOf(product, variant), sku: variant.sku, properties: own });
    }
  }
  return [...items.values()];
}

const nameOf = ({ title }: Parcel['product'], variant: Parcel['lines'][number]['variant']): string =>
  [title, variant.title].filter((part) => part !== '').join(', ');

/** Says what is in a parcel, such as `2 × Aurora Kettle, Blue`. */
export const contentsOf = (parcel: Parcel): string =>
  itemsOf([parcel], { byProperties: false })
    .map(({ quantity, name }) => t('work.item', { quantity: count(quantity), name }))
    .join('; ');
