import type { Owner } from './books.ts';
import type { Books } from './database.ts';
import { StripeRefusal } from './stripe-error.ts';

export type Key = Owner & { kind: 'secret' | 'restricted' | 'publishable'; permissions: string[] };

/** Reads the key of a request. Throws Stripe's 401 if it is missing, unknown or revoked. */
export async function readKey(db: Books, authorization: string | undefined): Promise<Key> {
  const bearer = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  const basic = /^Basic (\S+)$/.exec(authorization ?? '')?.[1];
  const given = bearer ?? (basic && Buffer.from(basic, 'base64').toString('utf8').split(':')[0]);
  if (!given) throw refuse('You did not provide an API key. Set it as the Bearer token of the Authorization header.');
  const [key] = await db.query<Key & { revoked: boolean }>(
    `SELECT account_id AS "accountId", livemode, kind, permissions, revoked FROM fake_stripe.api_key WHERE key = $1`,
    [given],
  );
  if (!key) throw refuse(`Invalid API Key provided: ${masked(given)}`);
  if (key.revoked) throw refuse(`Expired API Key provided: ${masked(given)}`, 'api_key_expired');
  return key;
}

/** Returns the permission to read objects of a type. Charges and refunds share one in Stripe's list. */
export const readPermission = (type: string): string => `${type === 'refund' ? 'charge' : type}_read`;

export function requirePermission(key: Key, { permission, browser }: { permission: string; browser?: true }): void {
  if (key.kind === 'secret' || (key.kind === 'publishable' && browser)) return;
  if (key.kind === 'publishable') {
    throw new StripeRefusal(
      403,
      {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      },
      false,
    );
  }
  const writes = permission.replace(/_read$/, '_write');
  if (key.permissions.includes(permission) || key.permissions.includes(writes)) return;
  const message = `The provided key does not have the required permissions for this endpoint. Having the 'rak_${permission}' permission would allow this request to continue.`;
  throw new StripeRefusal(403, { type: 'invalid_request_error', message }, false);
}

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;

function refuse(message: string, code?: string): StripeRefusal {
  return new StripeRefusal(401, { type: 'invalid_request_error', message, ...(code ? { code } : {}) }, false);
}
