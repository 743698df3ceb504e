import { AppError } from '../../../domain/error.ts';
import type { LaunchPlan } from '../../../domain/rehearsal.ts';
import type { Waitlist } from '../../waitlists/queries.ts';

/** Returns how many shoppers want each variant of the waitlist, as weights. Throws `unknown_variant` for a name that it does not offer. */
export function namedVariants({ variants: named }: LaunchPlan, { variants }: Waitlist): number[] {
  if (named.length === 0) return variants.map(() => 1);
  const weights = variants.map(() => 0);
  for (const { of, share } of named) {
    const index = variants.findIndex(({ sku, externalId }) => sku === of || externalId === of);
    if (index < 0) {
      throw new AppError('unknown_variant', `The waitlist offers no variant “${of.slice(0, 60)}”.`, {
        param: 'variants',
      });
    }
    weights[index] = (weights[index] ?? 0) + share;
  }
  return weights;
}
