import type { PlatformLimit } from '../port.ts';

/**
 * The scopes without which the connector does not work: exactly those that its operations and webhooks need, each of which a test
 * computes from Shopify's schema. A scope to write includes the one to read.
 */
export const NEEDED_SCOPES = [
  'read_products', // products, variants, prices and how many units there are
  'write_orders', // creating orders, their payment, address, cancelling, refunds
  'write_order_edits', // removing line items that were cancelled
  'write_merchant_managed_fulfillment_orders', // holding what must not be sent yet
] as const;

/**
 * Scopes on which no field hangs, with Shopify's reason, which a test finds in its schema. Shopify grants them on request alone, so the
 * connector works without them and says what is lost.
 */
export const SCOPES_ON_REQUEST = {
  read_all_orders:
    "Only the last 60 days' worth of orders from a store are accessible from the `Order` object by default.",
} as const;

/** All that the connector asks for. */
export const SCOPES = [...NEEDED_SCOPES, ...(Object.keys(SCOPES_ON_REQUEST) as (keyof typeof SCOPES_ON_REQUEST)[])];

const lackedBy = (granted: readonly string[]) =>
  SCOPES.filter((scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')));

/** Returns the needed scopes that a token lacks. */
export function missingScopes(granted: readonly string[]): string[] {
  return lackedBy(granted).filter((scope) => !(scope in SCOPES_ON_REQUEST));
}

/** Returns what a token cannot see for want of a scope. */
export function limitsOf(granted: readonly string[]): PlatformLimit[] {
  return lackedBy(granted).includes('read_all_orders') ? ['old_orders'] : [];
}
