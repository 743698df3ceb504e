import { foldDiscountCode } from '../../domain/discount.ts';
import { parseReference } from '../../domain/reference.ts';
import { isUuid } from '../../domain/uuid.ts';

// What a platform calls its products is theirs: there a capital letter may make another product.
const PLATFORMS_OWN = ['product_id'];

/**
 * Returns the one spelling of what a path or a row names, such as `reference` or `waitlist_id`: the key, the lock and the
 * activity log of a write must see one row, however it is spelt. Text that names nothing stays as it is.
 */
export function spelt(name: string, given: string): string {
  if (name === 'reference') return parseReference(given) ?? given;
  if (name === 'code') return foldDiscountCode(given) ?? given;
  return isUuid(given) && !PLATFORMS_OWN.includes(name) ? given.toLowerCase() : given;
}
