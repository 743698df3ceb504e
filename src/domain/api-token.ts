import { AppError } from './error.ts';

/** What a token of the private API may do. */
export const TOKEN_SCOPES = {
  'store:read': 'the settings of the store',
  'catalog:read': 'products and variants',
  'waitlists:read': 'waitlists with their units and dates',
  'preorders:read': 'pre-orders with amounts, states, dates and parcels',
  'preorders:personal':
    'who placed them: contact, address, line item properties and tracking, together with preorders:read',
} as const;

export type TokenScope = keyof typeof TOKEN_SCOPES;

const NAME_CHARACTERS_MAX = 80;

/** Returns the name of a token without spaces around it. Throws `invalid_parameter` for an empty or long one. */
export function checkTokenName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= NAME_CHARACTERS_MAX) return name;
  const message = `Give the token a name of 1 to ${NAME_CHARACTERS_MAX} characters, such as ERP.`;
  throw new AppError('invalid_parameter', message, { param: 'name' });
}

/** Returns the scopes once each, in the order of the table. Throws `invalid_parameter` for none, or for an unknown one. */
export function checkTokenScopes(given: readonly string[]): TokenScope[] {
  const known = Object.keys(TOKEN_SCOPES) as TokenScope[];
  const unknown = given.find((scope) => !Object.hasOwn(TOKEN_SCOPES, scope));
  if (unknown === undefined && given.length > 0) return known.filter((scope) => given.includes(scope));
  const wrong = unknown === undefined ? 'Give the token a scope.' : `There is no scope “${unknown.slice(0, 40)}”.`;
  throw new AppError('invalid_parameter', `${wrong} The scopes are ${known.join(', ')}.`, { param: 'scope' });
}
