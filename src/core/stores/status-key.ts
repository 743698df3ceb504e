import { createHmac } from 'node:crypto';

/** The `kid` in the header of a token that is signed with the key of a moment. */
export const OF_MOMENT = 'moment';

/**
 * Returns a key that signs status tokens made at one second only, derived from the shared secret. Another system may sign
 * with it and never learns the secret: what it signs ends with that hour, and so does a key that gets lost.
 */
export function keyOfMoment(secret: string, iat: number): string {
  return createHmac('sha256', secret).update(`status tokens of ${iat}`).digest('base64url');
}

/** Returns the key that must have signed a token: the shared secret, or the key of the moment that the token names. */
export function statusKeyOf(
  secret: string,
  { head, claims }: Record<'head' | 'claims', Readonly<Record<string, unknown>>>,
): string {
  return head.kid === OF_MOMENT ? keyOfMoment(secret, Number(claims.iat)) : secret;
}
