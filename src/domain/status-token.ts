/** Contract, Authentication: a token of the status page is at most one hour old. We add no tolerance to that. */
export const TOKEN_AGE_SECONDS_MAX = 3_600;

// A store's clock may be a little ahead of ours, by which it writes `iat` and `nbf`.
const FUTURE_SECONDS_MAX = 60;

// The longest address that mail can be sent to (RFC 5321).
const EMAIL_LENGTH_MAX = 254;

export type TokenHolder = {
  email: string;
  /** When the token ends, in seconds since 1970. */
  endsAt: number;
};

/**
 * Returns whom a token names, from claims whose signature was verified; a sentence that says what is wrong when it is not valid at
 * `now` (seconds since 1970). The e-mail has to be one text: some libraries accept a list, and a list is not an address.
 */
export function tokenHolder(claims: Readonly<Record<string, unknown>>, now: number): TokenHolder | string {
  const { email, iat, exp, nbf } = claims;
  if (typeof email !== 'string' || email.trim() === '' || email.length > EMAIL_LENGTH_MAX) {
    return `“email” must be one text of at most ${EMAIL_LENGTH_MAX} characters.`;
  }
  if (!isTime(iat)) return '“iat” must be a number: the seconds since 1970 at which the token was made.';
  if (now - iat > TOKEN_AGE_SECONDS_MAX)
    return `“iat” is ${Math.round(now - iat)} seconds old. Sign a token for each page.`;
  if (iat - now > FUTURE_SECONDS_MAX)
    return `“iat” is ${Math.round(iat - now)} seconds ahead. Set the clock of your server.`;
  if (exp !== undefined && (!isTime(exp) || now >= exp)) return '“exp” is over, or no number.';
  if (nbf !== undefined && (!isTime(nbf) || nbf - now > FUTURE_SECONDS_MAX)) {
    return `“nbf” is more than ${FUTURE_SECONDS_MAX} seconds ahead, or no number.`;
  }
  return { email, endsAt: Math.min(iat + TOKEN_AGE_SECONDS_MAX, exp ?? Number.POSITIVE_INFINITY) };
}

function isTime(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isFinite(claim);
}
