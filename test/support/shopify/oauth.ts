import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Shop } from './things.ts';

type Answer = { status: number; body: Record<string, unknown> };
type Form = Readonly<Record<string, string>>;

const refuse = (error: string): Answer => ({ status: 400, body: { error } });

const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 7_776_000;
const EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
  expiring: '1',
};

const keyOf = ({ clientSecret }: Shop) => new TextEncoder().encode(clientSecret);
const secondsOf = ({ clock }: Shop) => Math.floor((Date.now() + clock.aheadMs) / 1_000);

/** Answers `/admin/oauth/access_token`: a grant of a store that has the app, and exactly the parameters that it takes. */
export async function grant(shop: Shop, request: { method: string | undefined; form: Form }): Promise<Answer> {
  const { method, form } = request;
  const { client_id: id, client_secret: secret, ...rest } = form;
  if (method !== 'POST') return { status: 404, body: { errors: 'Not Found' } };
  if (id !== shop.clientId || secret !== shop.clientSecret) return refuse('invalid_client');
  if (!shop.installed) return refuse('app_not_installed');
  if (rest.grant_type === 'client_credentials') return clientCredentials(shop);
  if (rest.grant_type === 'refresh_token') return refreshed(shop, rest);
  const { subject_token: token, ...kind } = rest;
  const asks = Object.entries(EXCHANGE).every(([name, value]) => kind[name] === value);
  if (!asks || Object.keys(kind).length !== Object.keys(EXCHANGE).length) return refuse('invalid_request');
  if (token === undefined || !(await isSession(shop, token))) return refuse('invalid_subject_token');
  return newPair(shop, null);
}

function clientCredentials(shop: Shop): Answer {
  const [scopes = shop.granted] = shop.tokens.values();
  const token = newToken(shop, scopes);
  return { status: 200, body: { access_token: token, scope: scopes.join(','), expires_in: 86_399 } };
}

function refreshed(shop: Shop, { refresh_token: shown, ...rest }: Form): Answer {
  if (Object.keys(rest).length !== 1) return refuse('invalid_request');
  const known = shop.offline;
  if (!known || (shown !== known.refresh && shown !== known.before)) return refuse('invalid_grant');
  return newPair(shop, shown);
}

/** Ends the pair of before. Only the app's own: tokens of apps that were made in the admin are others. */
function newPair(shop: Shop, used: string | null): Answer {
  if (shop.offline) shop.tokens.delete(shop.offline.access);
  const offline = { access: newToken(shop, shop.granted), refresh: `shprt_${randomUUID()}`, before: used };
  shop.offline = offline;
  shop.ends.set(offline.access, (secondsOf(shop) + ACCESS_SECONDS) * 1_000);
  const body = {
    access_token: offline.access,
    scope: shop.granted.join(','),
    expires_in: ACCESS_SECONDS,
    refresh_token: offline.refresh,
    refresh_token_expires_in: REFRESH_SECONDS,
  };
  return { status: 200, body };
}

export function newToken(shop: Shop, scopes: readonly string[]): string {
  const token = `shpat_${randomUUID().replaceAll('-', '')}`;
  shop.tokens.set(token, scopes);
  return token;
}

async function isSession(shop: Shop, token: string): Promise<boolean> {
  try {
    const currentDate = new Date(secondsOf(shop) * 1_000);
    const { payload } = await jwtVerify(token, keyOf(shop), {
      algorithms: ['HS256'],
      audience: shop.clientId,
      currentDate,
    });
    return payload.dest === `https://${shop.domain}`;
  } catch {
    return false;
  }
}

/** Signs the token with which the admin opens the app. `changes` make one that Shopify would not sign. */
export function sessionToken(
  shop: Shop,
  changes: Record<string, unknown> = {},
  secret = shop.clientSecret,
): Promise<string> {
  const now = secondsOf(shop);
  const address = `https://${shop.domain}`;
  const claims = {
    iss: `${address}/admin`,
    dest: address,
    aud: shop.clientId,
    sub: '42',
    exp: now + 60,
    nbf: now,
    iat: now,
  };
  const payload = { ...claims, jti: randomUUID(), sid: randomUUID(), ...changes };
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));
}

/** Returns the query with which the admin loads the app's page in a frame. */
export async function appQuery(shop: Shop, token = sessionToken(shop)): Promise<URLSearchParams> {
  const host = Buffer.from(`admin.shopify.com/store/${shop.domain.split('.', 1)[0]}`).toString('base64url');
  const query = {
    embedded: '1',
    host,
    id_token: await token,
    locale: 'en',
    shop: shop.domain,
    timestamp: String(secondsOf(shop)),
  };
  const text = new URLSearchParams(query).toString();
  return new URLSearchParams({ ...query, hmac: createHmac('sha256', shop.clientSecret).update(text).digest('hex') });
}
