import type { Store } from '../../../core/stores/queries.ts';
import { EUROPEAN_UNION } from '../../../domain/country.ts';
import { formatCount } from '../terminal.ts';
import { type CheckResult, ok, warning } from './finding.ts';

/** Says how many products on sale to the EU do not say who made them. */
export function seeSafety(
  { slug, mode, shipping }: Pick<Store, 'slug' | 'mode' | 'shipping'>,
  { onSale, without }: { onSale: number; without: number },
): CheckResult {
  if (mode === 'test') return ok('Nobody buys in a test store.');
  if (!shipping.some(({ country }) => EUROPEAN_UNION.includes(country))) return ok('It does not ship to the EU.');
  if (without === 0) return ok(`${formatCount(onSale, 'product')} on sale, each with its maker.`);
  const todo = `Run ./service products safety PRODUCT --store ${slug} for each, or import them (docs/guides/product-safety.md).`;
  return warning(`Of ${formatCount(onSale, 'product')} on sale to the EU, ${without} do not say who made them.`, todo);
}
