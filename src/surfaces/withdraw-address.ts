import type { Preorder } from '../core/preorders/queries.ts';
import type { Store } from '../core/stores/queries.ts';
import { type Contract, contractToken } from '../core/withdrawals/contract-link.ts';
import { withdrawalLaw } from '../domain/withdrawal-right.ts';
import type { Deps } from './deps.ts';

export const CONTRACT_PATH = '/links/withdraw';

/** Returns the address of the page for the customer of a pre-order, who need not say which one it is. It is a secret of theirs. */
export function contractPath(
  deps: Pick<Deps, 'secrets'>,
  { id, publicKey }: Pick<Store, 'id' | 'publicKey'>,
  contract: Contract,
) {
  return `${CONTRACT_PATH}/${publicKey}/${contractToken(deps, id, contract)}?${new URLSearchParams({ lang: contract.locale })}`;
}

/** Returns the address of the page on which people withdraw from a contract with the store, below the service's own. */
export function withdrawPath({ publicKey }: Pick<Store, 'publicKey'>, known: { reference: string; locale: string }) {
  return `/withdraw/${publicKey}?${new URLSearchParams({ reference: known.reference, lang: known.locale })}`;
}

/**
 * True where the law of the country lets the customer withdraw, and there is something left to withdraw from. When goods were
 * delivered is not always known, so the right is shown as long as it may last.
 */
export function mayWithdraw({ contact, lines }: Pick<Preorder, 'contact' | 'lines'>): boolean {
  const country = contact?.address.country;
  if (!country || withdrawalLaw(country) === null) return false;
  return lines.some(({ state }) => state !== 'cancelled' && state !== 'returned');
}
