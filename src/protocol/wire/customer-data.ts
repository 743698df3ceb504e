/** The address in the data of `setCustomerData`, which pre-fills the checkout (contract: Customer data). */
export type CustomerAddress = {
  firstName: string;
  lastName: string;
  line1: string;
  line2: string;
  city: string;
  /** State, province or prefecture if the country's addresses have one; '' otherwise. */
  region: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phoneNumber: string;
};

export type CustomerData = {
  email?: string;
  consentedToMarketing?: boolean;
  address?: Partial<CustomerAddress>;
};
