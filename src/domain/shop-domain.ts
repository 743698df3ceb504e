// Shopify gives each store one, and keeps it for life. Whatever follows the name must not come from the outside: tokens are asked for there.
const DOMAIN = /^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/;

/**
 * Reads the address that Shopify gave a store, as a person types or pastes it: `https://North-Pine.myshopify.com/` is
 * `north-pine.myshopify.com`. Null for anything else, such as a domain of the store's own.
 */
export function readShopDomain(text: string): string | null {
  const domain = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '');
  return isShopDomain(domain) ? domain : null;
}

/** Returns true for an address exactly as Shopify writes it. */
export function isShopDomain(text: unknown): text is string {
  return typeof text === 'string' && DOMAIN.test(text);
}
