import { normaliseEmail } from '../../domain/checkout.ts';
import { sha256Hex } from '../../platform/crypto.ts';

/** Returns the key that identifies a customer of a store without showing their e-mail address. */
export function customerKeyOf(storeId: string, email: string): string {
  return sha256Hex(`${storeId}\n${normaliseEmail(email)}`);
}

/** Returns an erasure's mark of a customer. It is a hash, because the customer key itself must not remain after an erasure. */
export function erasureMarkOf(customerKey: string): string {
  return sha256Hex(`erasure\n${customerKey}`);
}
