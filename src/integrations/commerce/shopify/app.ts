import type { Static } from 'typebox';
import { readShopDomain } from '../../../domain/shop-domain.ts';
import { Type } from '../../../platform/type.ts';
import type { PlatformHttp } from '../http-port.ts';
import type { AppTokens, PlatformApp } from '../port.ts';
import { missingScopes } from './scopes.ts';
import { readSessionToken } from './session-token.ts';
import { askForTokens } from './tokens.ts';
import { readAppWebhook } from './webhooks.ts';

const Token = Type.String({ minLength: 10, maxLength: 500 });
const Grant = Type.Object({
  access_token: Token,
  scope: Type.String({ maxLength: 4_000 }),
  expires_in: Type.Integer({ minimum: 1 }),
  refresh_token: Token,
});

const TOKEN_EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
  requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
  expiring: '1', // a public app gets no other tokens that Shopify takes
};

export type ShopifyAppSettings = {
  clientId: string;
  /** The client secret; two of them while it is changed, the new one first. */
  secrets: readonly string[];
  /** Where a store's API is, if not at Shopify. */
  originOf?: (shop: string) => string;
};

/** Makes the public app of an installation, see docs/guides/shopify-app.md. */
export function createShopifyApp(
  { clientId, secrets, originOf = (shop) => `https://${shop}` }: ShopifyAppSettings,
  http: PlatformHttp,
): PlatformApp {
  const [secret = ''] = secrets;
  const ask = async (shop: string, grant: Record<string, string>): Promise<AppTokens> => {
    const form = { client_id: clientId, client_secret: secret, ...grant };
    return tokensOf(await askForTokens(http, originOf(shop), { form, answer: Grant }));
  };
  return {
    kind: 'shopify',
    clientId,
    webhookSecrets: secrets,
    readShop: readShopDomain,
    originOf,
    installUrl: (shop) => `https://${shop}/admin/oauth/install?client_id=${encodeURIComponent(clientId)}`,
    async readSession(token, now) {
      const shop = await readSessionToken(token, { clientId, secrets }, now);
      return shop === null ? null : { shop, token };
    },
    exchange: ({ shop, token }) => ask(shop, { ...TOKEN_EXCHANGE, subject_token: token }),
    refresh: (shop, refresh) => ask(shop, { grant_type: 'refresh_token', refresh_token: refresh }),
    readWebhook: (webhook) => readAppWebhook({ ...webhook, secrets }),
  };
}

function tokensOf({ access_token, expires_in, refresh_token, scope }: Static<typeof Grant>): AppTokens {
  return {
    access: access_token,
    accessSeconds: expires_in,
    refresh: refresh_token,
    missingScopes: missingScopes(scope.split(',')),
  };
}
