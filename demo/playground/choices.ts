import type { DemoProduct } from '../products/product.ts';
import type { Choices } from './fields.ts';

/** As a page begins that leaves the choice to the shopper. */
export const NO_VARIANT = 'none';

export function variantChoices({ variants }: DemoProduct): Choices {
  const chosen = variants.map(({ id, values, sku }) => [id, values.join(', ') || sku] as const);
  return [...chosen, [NO_VARIANT, 'None chosen yet']];
}
