import { type KnownPreorder, knownToken } from '../core/preorders/known-link.ts';
import type { Preorder } from '../core/preorders/queries.ts';
import type { Store } from '../core/stores/queries.ts';
import { canWithdraw } from '../domain/withdrawal-period.ts';
import type { Deps } from './deps.ts';

export const CONTRACT_PATH = '/links/withdraw';

/** Returns the address of the page for the customer of a pre-order, who need not say which one it is. It is a secret of theirs. */
export function contractPath(
  deps: Pick<Deps, 'secrets'>,
  { id, publicKey }: Pick<Store, 'id' | 'publicKey'>,
  contract: KnownPreorder,
) {
  return `${CONTRACT_PATH}/${publicKey}/${contractToken(deps, id, contract)}?${new URLSearchParams({ lang: contract.locale })}`;
}

const contractToken = (deps: Pick<Deps, 'secrets'>, storeId: string, contract: KnownPreorder) =>
  knownToken(deps, { purpose: 'contract-link', storeId }, contract);

export const RETURN_PATH = '/links/return';

/** Returns the address of the page on which the customer of a pre-order reads where to send it back. It is a secret of theirs. */
export function returnPath(
  deps: Pick<Deps, 'secrets'>,
  { id, publicKey }: Pick<Store, 'id' | 'publicKey'>,
  contract: KnownPreorder,
) {
  return `${RETURN_PATH}/${publicKey}/${contractToken(deps, id, contract)}`;
}

/** Returns the address of the page on which people withdraw from a contract with the store, below the service's own. */
export function withdrawPath({ publicKey }: Pick<Store, 'publicKey'>, known: { reference: string; locale: string }) {
  return `/withdraw/${publicKey}?${new URLSearchParams({ reference: known.reference, lang: known.locale })}`;
}

/**
 * Returns whether the customer may withdraw today, a day in the store's time zone. It only decides whether the link is shown: the page
 * itself takes every declaration.
 */
export function mayWithdraw(
  { contact, withdrawalExclusion: exclusion, lines }: Pick<Preorder, 'contact' | 'withdrawalExclusion' | 'lines'>,
  store: Store,
  today: string,
): boolean {
  return canWithdraw({ country: contact?.address.country ?? null, exclusion, lines }, store, today);
}
