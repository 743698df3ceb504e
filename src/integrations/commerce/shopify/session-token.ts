import { isShopDomain } from '../../../domain/shop-domain.ts';
import { verifyToken } from '../../../platform/signed-token.ts';

// What Shopify's own libraries allow for clocks that differ. A token lives a minute.
const TOLERANCE_SECONDS = 10;

type App = { clientId: string; secrets: readonly string[] };

/**
 * Verifies a session token: a JWT with which Shopify's admin opens an app, signed with the app's secret. Returns the store that it names.
 * Null for one of another app, one whose issuer is not the store, and one that is not valid at `now`.
 */
export async function readSessionToken(token: string, app: App, now: Date): Promise<string | null> {
  const secrets = app.secrets.map((text, index) => ({ id: String(index), text }));
  const verified = await verifyToken(token, secrets);
  if (!verified) return null;
  const { aud, dest, iss, exp, nbf } = verified.claims;
  if (aud !== app.clientId || typeof dest !== 'string') return null;
  const shop = dest.replace(/^https:\/\//, '');
  if (!isShopDomain(shop) || dest !== `https://${shop}` || iss !== `https://${shop}/admin`) return null;
  const seconds = now.getTime() / 1_000;
  if (!isTime(exp) || !isTime(nbf) || seconds >= exp + TOLERANCE_SECONDS || seconds < nbf - TOLERANCE_SECONDS)
    return null;
  return shop;
}

function isTime(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isFinite(claim);
}
