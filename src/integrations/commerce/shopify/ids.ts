import { parseExternalId } from '../../../domain/external-id.ts';

/** Returns Shopify's global id of one of our ids: `123` is `gid://shopify/Product/123`. */
export function toGid(type: string, id: string): string {
  return `gid://shopify/${type}/${id}`;
}

/** Returns `123` of `gid://shopify/Product/123`. */
export function fromGid(gid: string): string {
  return parseExternalId(gid) ?? gid;
}

/** True of text that can be an id of Shopify. Anything else is not asked for. */
export function isShopifyId(id: string): boolean {
  return /^\d{1,20}$/.test(id);
}
