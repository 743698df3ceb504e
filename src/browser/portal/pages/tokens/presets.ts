import type { paths } from '../../../../../packages/admin-client/src/api.ts';

/** The rights that systems of a kind need, for one click. */
export const PRESETS = {
  warehouse: ['catalog:read', 'waitlists:read', 'preorders:read', 'preorders:personal', 'preorders:write'],
  erp: [
    'catalog:read',
    'catalog:write',
    'waitlists:read',
    'waitlists:write',
    'discounts:read',
    'preorders:read',
    'preorders:personal',
    'preorders:write',
    'releases:write',
  ],
  books: ['store:read', 'discounts:read', 'preorders:read', 'payments:read', 'measures:read'],
} as const;

export const PRESET_NAMES = Object.keys(PRESETS) as (keyof typeof PRESETS)[];

/** A list that each right opens. */
const LISTS: readonly (readonly [scope: string, path: keyof paths])[] = [
  ['preorders:read', '/admin/api/v1/preorders'],
  ['waitlists:read', '/admin/api/v1/waitlists'],
  ['catalog:read', '/admin/api/v1/products'],
  ['discounts:read', '/admin/api/v1/discounts'],
  ['webhooks:read', '/admin/api/v1/webhooks'],
  ['operations:read', '/admin/api/v1/alerts'],
  ['mails:read', '/admin/api/v1/mails'],
  ['imports:read', '/admin/api/v1/imports'],
  ['payments:read', '/admin/api/v1/payments'],
  ['access:read', '/admin/api/v1/tokens'],
  ['store:read', '/admin/api/v1/store'],
];

/** Returns a command that tries a token out, or undefined where it may read nothing. */
export function tryCommand(service: string, { secret, scopes }: { secret: string; scopes: readonly string[] }) {
  const path = LISTS.find(([scope]) => scopes.includes(scope))?.[1];
  return path && `curl -H "Authorization: Bearer ${secret}" ${service}${path}`;
}
