import type { Store } from '../core/stores/queries.ts';
import type { Seller } from '../protocol/wire/seller.ts';

/** Returns what checkout and status page show of the seller. */
export function sellerOf(store: Store): Seller {
  const { legalName, legalAddress, contactEmail, contactPhone, termsUrl, privacyUrl, withdrawalUrl } = store;
  return {
    legalName,
    legalAddress,
    contactEmail,
    ...(contactPhone !== null && { contactPhone }),
    termsUrl,
    privacyUrl,
    withdrawalUrl,
  };
}
