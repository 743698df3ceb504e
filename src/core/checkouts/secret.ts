import type { Deps } from '../deps.ts';

const PURPOSE = 'checkout';

/** The secret of a checkout. It is derived, not kept: a repeated request is told the same one. */
export function checkoutSecret({ secrets }: Pick<Deps, 'secrets'>, checkoutId: string): string {
  return secrets.derive(PURPOSE, checkoutId);
}

/** Whether it is the secret of that checkout, also while SECRET_KEY is being rotated. */
export function isCheckoutSecret({ secrets }: Pick<Deps, 'secrets'>, checkoutId: string, shown: string): boolean {
  return secrets.matches(PURPOSE, checkoutId, shown);
}
