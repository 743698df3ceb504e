import type { Deps } from '../deps.ts';

const PURPOSE = 'checkout';

/** Returns the secret of a checkout. It is derived and not stored, so a repeated request gets the same one. */
export function checkoutSecret({ secrets }: Pick<Deps, 'secrets'>, checkoutId: string): string {
  return secrets.derive(PURPOSE, checkoutId);
}

/** Returns true for the secret of that checkout, also while `SECRET_KEY` is being rotated. */
export function isCheckoutSecret({ secrets }: Pick<Deps, 'secrets'>, checkoutId: string, shown: string): boolean {
  return secrets.matches(PURPOSE, checkoutId, shown);
}
