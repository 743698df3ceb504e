import { Mistake, type Parse, standInAddress } from './config-values.ts';

/** `secrets`: two while the client secret is changed, the new one first. `adminUrl`: a stand-in instead of each store's own address. */
export type ShopifyApp = { clientId: string; secrets: string[]; adminUrl: string | undefined };

type ReadVariable = <T, D>(name: string, parse: Parse<T>, fallback: D) => T | D;

/** Reads the variables of the operator's public app at Shopify. */
export function readShopifyApp(read: ReadVariable): ShopifyApp | undefined {
  const clientId = read('SHOPIFY_CLIENT_ID', shopifyClientId, undefined);
  const secrets = read('SHOPIFY_CLIENT_SECRET', shopifySecrets, undefined);
  const adminUrl = read('SHOPIFY_STAND_IN', standInAddress, undefined);
  return clientId && secrets ? { clientId, secrets, adminUrl } : undefined;
}

function shopifyClientId(text: string): string {
  if (/^[\w-]{10,100}$/.test(text)) return text;
  throw new Mistake(`must be the client ID of the app, 32 letters and digits, not "${text}"`);
}

// The message does not repeat what was given.
function shopifySecrets(text: string): string[] {
  const secrets = text.split(/\s+/);
  if (secrets.length <= 2 && secrets.every((one) => /^[\w-]{16,200}$/.test(one))) return secrets;
  throw new Mistake('must be the client secret of the app; while it is changed two, with a space between');
}
