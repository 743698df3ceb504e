import { normaliseEmail } from '../../domain/checkout.ts';
import { sha256Hex } from '../../platform/crypto.ts';

/** Stands for a customer of a store wherever they only have to be told apart or found again, without showing their address. */
export function customerKeyOf(storeId: string, email: string): string {
  return sha256Hex(`${storeId}\n${normaliseEmail(email)}`);
}

/** What an erasure that is under way is known by: the customer key itself must not stay behind it. */
export function erasureMarkOf(customerKey: string): string {
  return sha256Hex(`erasure\n${customerKey}`);
}
