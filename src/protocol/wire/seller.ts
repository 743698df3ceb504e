/** Who sells, and the pages of the store that the law wants shown. */
export type Seller = {
  legalName: string;
  legalAddress: string;
  contactEmail: string;
  contactPhone?: string;
  termsUrl: string;
  privacyUrl: string;
  /** Null where the store has no page about the right of withdrawal. */
  withdrawalUrl: string | null;
};
