import type { CustomerData } from '../src/protocol/wire/customer-data.ts';

export const SIGNED_IN_COOKIE = 'aldersund_customer';

/** The shop's one customer, in the shape that `setCustomerData` takes. */
const CUSTOMER: CustomerData = {
  email: 'maya.lindqvist@example.com',
  consentedToMarketing: true,
  address: {
    firstName: 'Maya',
    lastName: 'Lindqvist',
    line1: 'Lindenstraße 12',
    line2: '3. OG',
    city: 'Berlin',
    postalCode: '10969',
    country: 'DE',
    phoneNumber: '+49 30 901820',
  },
};

export function signedIn(cookies: string | undefined): boolean {
  return (cookies ?? '').split(/;\s*/).includes(`${SIGNED_IN_COOKIE}=1`);
}

/** Who is signed in, or `null`: what a shop's own account endpoint would answer. */
export function customerJson(cookies: string | undefined): string {
  return JSON.stringify(signedIn(cookies) ? CUSTOMER : null);
}
