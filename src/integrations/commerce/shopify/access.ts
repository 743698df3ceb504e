import Type from 'typebox';
import { AppError } from '../../../domain/error.ts';
import { readAs } from '../http-connector/read.ts';
import type { PlatformHttp } from '../http-port.ts';
import { CommerceError } from '../port.ts';

/** How requests prove who we are. */
export type Access = {
  token(): Promise<string>;
  /** Forgets a token that Shopify refused. Returns false if there is no way to another one. */
  renew(): boolean;
};

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
    return { token: async () => token, renew: () => false };
  }
  const id = readClientId(clientId);
  // While the secret is changed, the first one is the new one, which Shopify takes at once.
  const [secret = ''] = secrets.split(' ');
  const key = `${origin} ${id} ${secret}`;
  return {
    async token() {
      const known = granted.get(key);
      if (known && known.until > Date.now()) return known.token;
      const { access_token: token, expires_in: seconds } = await askForToken(http, origin, { id, secret });
      granted.set(key, { token, until: Date.now() + seconds * 1_000 - EARLY_MS });
      return token;
    },
    renew: () => granted.delete(key),
  };
}

/** The client credentials grant of OAuth, which Shopify has for apps in stores of the same organisation. */
async function askForToken(http: PlatformHttp, origin: string, { id, secret }: { id: string; secret: string }) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const headers = () => ({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
  const url = `${origin}/admin/oauth/access_token`;
  try {
    const { json } = await http.send({ method: 'POST', url, headers, body: body.toString(), repeatable: true });
    return readAs(Grant, json, 'a token');
  } catch (error) {
    const refused = error instanceof CommerceError && (error.kind === 'refused' || error.kind === 'not_found');
    if (!refused) throw error;
    throw new CommerceError('unauthorised', `Shopify gave no access to the app: ${error.message}`.slice(0, 300));
  }
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
