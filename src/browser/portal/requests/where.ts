import { useLocation } from 'preact-iso/router';
import { type Store, session } from './session.ts';
import { storeSlug } from './store-api.ts';

/** Who is signed in. Only for what the app shows, which is never there without somebody. */
export function useMe() {
  const { value } = session;
  if (!('view' in value)) throw new Error('nobody is signed in');
  return value.view;
}

/** The store that the address names. */
export function useCurrentStore(): Store {
  const slug = storeSlug();
  const store = useMe().stores.find((one) => one.slug === slug);
  if (!store) throw new Error(`the address names no store: ${slug}`);
  return store;
}

/** Returns the address of a page of the store. */
export const storePath = (slug: string, path = ''): string => `/stores/${slug}${path}`;

/** Returns a function that says whether the person may do something in the store. */
export function useScopes(): (scope: string) => boolean {
  const { scopes } = useCurrentStore();
  return (scope) => scopes.includes(scope);
}

export type Filters = {
  read: (name: string) => string;
  /** Changes the address; an empty value leaves the filter out. The page before stays one step back, not one for each letter. */
  write: (values: Record<string, string>) => void;
};

/** The filters of a list, which live in the address: a link to the page shows the same to others. */
export function useFilters(): Filters {
  const { path, query, route } = useLocation();
  return {
    read: (name) => query[name] ?? '',
    write(values) {
      const kept = Object.entries({ ...query, ...values }).filter(([, value]) => value !== '');
      const search = new URLSearchParams(kept).toString();
      route(search === '' ? path : `${path}?${search}`, true);
    },
  };
}
