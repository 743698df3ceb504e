/**
 * The scopes that the connector asks for: exactly those that its operations and webhooks need, each of which a test computes from
 * Shopify's schema. A scope to write includes the one to read.
 */
export const SCOPES = [
  'read_products', // products, variants, prices and how many units there are
  'write_orders', // creating orders, their payment, address, cancelling, refunds
  'write_order_edits', // removing line items that were cancelled
  'write_merchant_managed_fulfillment_orders', // holding what must not be sent yet
] as const;

/** Returns the scopes that a token lacks. */
export function missingScopes(granted: readonly string[]): string[] {
  return SCOPES.filter((scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, 'write_')));
}
