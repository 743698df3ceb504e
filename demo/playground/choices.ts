import type { DemoProduct } from '../products/product.ts';
import type { Choices } from './fields.ts';

/** The state of a page on which the shopper has not chosen a variant yet. */
export const NO_VARIANT = 'none';

export function variantChoices({ variants }: DemoProduct): Choices {
  const chosen = variants.map(({ id, values, sku }) => [id, values.join(', ') || sku] as const);
  return [...chosen, [NO_VARIANT, 'None chosen yet']];
}
