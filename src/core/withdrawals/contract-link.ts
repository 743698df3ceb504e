import { isUuid } from '../../domain/uuid.ts';
import { customerKeyOf } from '../checkouts/customer-key.ts';
import type { Deps } from '../deps.ts';
import { findPreorder, type Preorder } from '../preorders/queries.ts';

const PURPOSE = 'contract-link';

/** A pre-order whose customer is not erased. */
export type Contract = Preorder & { contact: NonNullable<Preorder['contact']> };

/**
 * Returns the token of the address at which the customer of a pre-order withdraws from it. Only they get it: by mail, and on the status
 * page of a session that may change the pre-order. It is derived, never stored, and ends when the pre-order gets another address.
 */
export function contractToken({ secrets }: Pick<Deps, 'secrets'>, storeId: string, contract: Contract): string {
  return `${contract.id}.${secrets.derive(PURPOSE, textOf(storeId, contract))}`;
}

/** Returns the pre-order of a token; null for an invalid token, and once its customer has another address or is erased. */
export async function openContract(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  storeId: string,
  token: string,
): Promise<Contract | null> {
  const [preorderId = '', secret = '', ...more] = token.split('.');
  if (!isUuid(preorderId) || more.length > 0) return null;
  const found = await findPreorder(db, storeId, preorderId.toLowerCase());
  if (!found?.contact) return null;
  const contract = { ...found, contact: found.contact };
  return secrets.matches(PURPOSE, textOf(storeId, contract), secret) ? contract : null;
}

const textOf = (storeId: string, { id, contact }: Contract): string => `${id} ${customerKeyOf(storeId, contact.email)}`;
