import { type KnownPurpose, knownToken } from '../core/preorders/known-link.ts';
import type { Deps } from './deps.ts';

/** Where the addresses of a pre-order lead that its customer keeps, below the service's own. */
export const KNOWN_PATHS = {
  'own-page': '/links/preorder',
  receipt: '/links/receipt',
  calendar: '/links/calendar',
} as const satisfies Partial<Record<KnownPurpose, string>>;

export type KnownPage = keyof typeof KNOWN_PATHS;

type Named = Parameters<typeof knownToken>[2];

/** Returns such an address. It is a secret of the pre-order's customer. */
export function knownPath(
  deps: Pick<Deps, 'secrets'>,
  { purpose, store }: { purpose: KnownPage; store: { id: string; publicKey: string } },
  preorder: Named,
): string {
  return `${KNOWN_PATHS[purpose]}/${store.publicKey}/${knownToken(deps, { purpose, storeId: store.id }, preorder)}`;
}

/** Returns the page on which people find a pre-order of the store by its reference. Anybody may know its address. */
export const lookUpPath = ({ publicKey }: { publicKey: string }, locale: string): string =>
  `${KNOWN_PATHS['own-page']}/${publicKey}?${new URLSearchParams({ lang: locale })}`;
