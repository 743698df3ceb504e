import { isUuid } from '../domain/uuid.ts';

/**
 * Returns the public key of a store that the address of a request carries, in small letters: `api_key` of the public API, `key` of
 * frames and what they call, and a part of the path of its files. Undefined for all else: only its host says whose it is.
 */
export function storeKeyIn(url: string): string | undefined {
  const query = url.indexOf('?');
  const [, first = '', second = '', third = ''] = (query < 0 ? url : url.slice(0, query)).split('/', 4);
  const given = (name: string) => (query < 0 ? null : new URLSearchParams(url.slice(query + 1)).get(name));
  let key: string | null = null;
  if (first === 'api' && second === 'v1') key = given('api_key');
  else if (first === 'frames') key = given('key');
  else if (first === 'brand' || first === 'withdraw' || (first === 'shopify' && third === 'status-token')) key = second;
  return key !== null && isUuid(key) ? key.toLowerCase() : undefined;
}
