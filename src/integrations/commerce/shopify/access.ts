import { AppError } from '../../../domain/error.ts';
import { Type } from '../../../platform/type.ts';
import type { PlatformHttp } from '../http-port.ts';
import type { KeptAccess } from '../port.ts';
import { askForTokens } from './tokens.ts';

/** How requests prove who we are. */
export type Access = Omit<KeptAccess, 'origin'>;

type Settings = Readonly<Record<string, string>>;
type Granted = { token: string; until: number };

const Grant = Type.Object({ access_token: Type.String({ minLength: 10, maxLength: 500 }), expires_in: Type.Integer() });

// A request that begins with a token has to end with it.
const EARLY_MS = 5 * 60_000;

// Tokens last a day, and adapters one task. A restart asks for another one, which takes none away.
const granted = new Map<string, Granted>();

/**
 * Reads how a store gives access: by a token that never ends (of an app that was made in the store's admin), or by the id and
 * secret of an app of Shopify's Dev Dashboard, for tokens of a day each. Throws `invalid_parameter`.
 */
export function readAccess(http: PlatformHttp, origin: string, settings: Settings): Access {
  const { access_token: fixed, client_id: clientId, api_secret: secrets = '' } = settings;
  if (clientId === undefined) {
    const token = readToken(fixed);
    return { token: async () => token, renew: async () => false };
  }
  const id = readClientId(clientId);
  // While the secret is changed, the first one is the new one, which Shopify takes at once.
  const [secret = ''] = secrets.split(' ');
  const key = `${origin} ${id} ${secret}`;
  return {
    async token() {
      const known = granted.get(key);
      if (known && known.until > Date.now()) return known.token;
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
      const { access_token: token, expires_in: seconds } = await askForTokens(http, origin, { form, answer: Grant });
      granted.set(key, { token, until: Date.now() + seconds * 1_000 - EARLY_MS });
      return token;
    },
    async renew(refused) {
      if (granted.get(key)?.token === refused) granted.delete(key);
      return true;
    },
  };
}

function readToken(text = ''): string {
  if (/^[\w-]{10,255}$/.test(text)) return text;
  const param = text === '' ? 'client_id' : 'access_token';
  const message =
    text === ''
      ? 'client_id is missing: the client id of your app, or the access_token of an app that was made before 2026.'
      : 'access_token is the token that Shopify showed once, such as shpat_….';
  throw new AppError('invalid_parameter', message, { param });
}

function readClientId(text: string): string {
  if (/^[\w-]{10,100}$/.test(text)) return text;
  throw new AppError('invalid_parameter', 'client_id is the client id of your app, 32 letters and digits.', {
    param: 'client_id',
  });
}
