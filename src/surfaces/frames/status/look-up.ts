import { setTimeout as wait } from 'node:timers/promises';
import { findPlaceOf, isPlaceOf } from '../../../core/preorders/queries/place-of.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { parseReference } from '../../../domain/reference.ts';
import { networkOf } from '../../../platform/client-address.ts';
import type { Deps } from '../../deps.ts';

// Every refusal takes this long, so that its time does not show the reason. The reads take less, even under load.
const REFUSAL_MS = 400;

type LookUp = { store: Store; clientAddress: string; reference: string; place: string };

/**
 * Returns the id of the pre-order with this reference and postcode. Where addresses need no postcode, their city or region is enough,
 * and where they have none of these the last name.
 * Throws `preorder_not_found` in the same way and after the same time for a wrong reference and for a wrong postcode.
 * Throws `rate_limited` by client and by reference, also for an unknown reference.
 */
export async function lookUpPreorder(deps: Pick<Deps, 'db' | 'guesses'>, lookUp: LookUp): Promise<string> {
  const { store, clientAddress, place } = lookUp;
  const reference = parseReference(lookUp.reference) ?? '';
  await deps.guesses.lookUps.take(clientAddress, store.id);
  const network = networkOf(clientAddress);
  if (network !== null) await deps.guesses.lookUpNetworks.take(network, store.id);
  if (reference !== '') await deps.guesses.lookUpReferences.take(reference, store.id);
  const refused = wait(REFUSAL_MS);
  const found = await findPlaceOf(deps.db, store.id, reference);
  if (found && isPlaceOf(found.address, place)) return found.id;
  await refused;
  throw new AppError('preorder_not_found', 'There is no pre-order with this reference and postcode.');
}
