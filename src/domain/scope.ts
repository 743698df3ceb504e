import { AppError } from './error.ts';

/** What a token or a role may do in a store: one scope for each kind of thing, and for reading and changing apart. */
export const SCOPES = {
  'store:read': 'the settings and the look of the store',
  'store:write': 'change settings, look, origins, shipping and tax',
  'store:secrets': 'read and change the shared secret, and the secrets of webhooks',
  'store:delete': 'delete the store',
  'stores:create': 'make other stores on the installation',
  'catalog:read': 'products and variants',
  'catalog:write': 'import products',
  'waitlists:read': 'waitlists, batches and releases with their units and dates',
  'waitlists:write': 'offer products, set units and dates, count what arrived',
  'discounts:read': 'discount codes and how often they were used',
  'discounts:write': 'make and end discount codes',
  'preorders:read': 'pre-orders with amounts, states, dates and parcels',
  'preorders:personal':
    'who placed them: contact, address, line item properties and tracking, together with preorders:read',
  'preorders:write': 'cancel, send, correct and answer for pre-orders',
  'imports:read': 'imports of pre-orders and waitlists that were kept elsewhere, and what became of their rows',
  'imports:write': 'bring in pre-orders and waitlists that were kept elsewhere, and take them back',
  'releases:write': 'hand out arrived units, which charges cards',
  'refunds:write': 'give money back, of one pre-order up to the limit of the store',
  'refunds:large': 'give back more than that, and change the limit',
  'payments:read': 'the payment account, disputes, open payments and the books',
  'payments:write': 'set the pace of calls to the provider, and abandon payments that stay open',
  'payments:connect': 'connect and disconnect the payment account: where the money of shoppers goes',
  'webhooks:read': 'webhook endpoints and their deliveries',
  'webhooks:write': 'make, change and test webhook endpoints',
  'mails:read': 'which mails customers got, and with preorders:personal what they say',
  'mails:write': 'send mails again, and suppress addresses',
  'people:write': 'export and erase the data of a person',
  'measures:read': 'reports and forecasts, and how often placements were shown, clicked and bought from',
  'operations:read': 'alerts and background work',
  'operations:write': 'resolve alerts and retry background work',
  'access:read': 'tokens, staff and the activity log',
  'access:write': 'make and revoke tokens, and manage staff',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];

export const seesPeople = ({ scopes }: { scopes: readonly Scope[] }): boolean => scopes.includes('preorders:personal');

/** Returns the scopes once each, in the order of the table. Throws `invalid_parameter` for none, or for an unknown one. */
export function checkScopes(given: readonly string[]): Scope[] {
  const unknown = given.find((scope) => !Object.hasOwn(SCOPES, scope));
  if (unknown === undefined && given.length > 0) return ALL_SCOPES.filter((scope) => given.includes(scope));
  const wrong = unknown === undefined ? 'Give the token a scope.' : `There is no scope “${unknown.slice(0, 40)}”.`;
  throw new AppError('invalid_parameter', `${wrong} The scopes are ${ALL_SCOPES.join(', ')}.`, { param: 'scopes' });
}
