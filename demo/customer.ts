import { createHmac } from 'node:crypto';
import type { CustomerData } from '../src/protocol/wire/customer-data.ts';

export const SIGNED_IN_COOKIE = 'aldersund_customer';

/** The demo store's only customer, in the shape that `setCustomerData` takes. */
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

/** Returns the signed-in customer as JSON, or `null`, as a real store's account endpoint would. */
export function customerJson(cookies: string | undefined): string {
  return JSON.stringify(signedIn(cookies) ? CUSTOMER : null);
}

/**
 * Returns a status page token for the signed-in customer, or null without one. Signs it as any store's backend would, with
 * the shared secret, which never leaves the backend.
 */
export async function tokenJson(
  cookies: string | undefined,
  sharedSecret: (() => Promise<string>) | undefined,
): Promise<string> {
  if (!signedIn(cookies) || !sharedSecret) return JSON.stringify({ token: null });
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const claims = { email: CUSTOMER.email, iat: Math.floor(Date.now() / 1000) };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = createHmac('sha256', await sharedSecret())
    .update(signed)
    .digest('base64url');
  return JSON.stringify({ token: `${signed}.${signature}` });
}
