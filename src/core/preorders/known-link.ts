import { isUuid } from '../../domain/uuid.ts';
import { customerKeyOf } from '../checkouts/customer-key.ts';
import type { Deps } from '../deps.ts';
import { findPreorder, type Preorder } from './queries.ts';

/** A pre-order whose customer is not erased. */
export type KnownPreorder = Preorder & { contact: NonNullable<Preorder['contact']> };

/**
 * What the address of a pre-order is for that its customer keeps. contract-link: to withdraw, and to send back · own-page: its state, as
 * after a look-up · receipt: the receipt · calendar: product and date alone, for the calendars of third parties.
 */
export type KnownPurpose = 'contract-link' | 'own-page' | 'receipt' | 'calendar';

type Of = { purpose: KnownPurpose; storeId: string };
type Named = { id: string; contact: { email: string } };

/**
 * Returns the token of such an address. It is derived, never stored, opens nothing but its purpose, and ends when the pre-order gets
 * another e-mail address.
 */
export function knownToken({ secrets }: Pick<Deps, 'secrets'>, of: Of, preorder: Named): string {
  return `${preorder.id}.${secrets.derive(of.purpose, textOf(of, preorder))}`;
}

/** Returns the pre-order of a token; null for an invalid token, and once its customer has another address or is erased. */
export async function openKnown(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  of: Of,
  token: string,
): Promise<KnownPreorder | null> {
  const [preorderId = '', secret = '', ...more] = token.split('.');
  if (!isUuid(preorderId) || more.length > 0) return null;
  const found = await findPreorder(db, of.storeId, preorderId.toLowerCase());
  if (!found?.contact) return null;
  const preorder = { ...found, contact: found.contact };
  return secrets.matches(of.purpose, textOf(of, preorder), secret) ? preorder : null;
}

const textOf = ({ storeId }: Of, { id, contact }: Named): string => `${id} ${customerKeyOf(storeId, contact.email)}`;
