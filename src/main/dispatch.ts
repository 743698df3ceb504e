import { storeKeyIn } from '../surfaces/store-key.ts';
import type { Directory, Whereabouts } from './directory.ts';

/** The parts of a request that decide where it goes. */
export type Asking = { url: string; host: string | undefined };

/** The name of a home; with `orAny`, another one will do as well while that one cannot be used. `away`: it cannot be known now. */
export type Destination = { home: string; orAny?: boolean } | 'away';

export type Dispatch = (asking: Asking) => Destination | Promise<Destination>;

type Hosts = { name: string; host: string };

// What needs no database and is the same in all homes.
const EVERYWHERE = ['/health/live', '/api/v1/service.js'];

/**
 * Makes the rule that says which home answers a request: that of the store whose public key the address carries, else that of the host,
 * else the first one.
 */
export function createDispatch(homes: readonly Hosts[], directory: Directory): Dispatch {
  const ofHost = createHostRule(homes);
  return ({ url, host }) => {
    const key = storeKeyIn(url);
    if (key === undefined) return { ...ofHost(host), orAny: EVERYWHERE.includes(url.split('?', 1)[0] ?? '') };
    // Where no home has the store, the home of the host refuses the key, as a single one would.
    const decide = (found: Whereabouts) => found ?? ofHost(host);
    const found = directory.recall(key);
    return found === undefined ? directory.find(key).then(decide) : decide(found);
  };
}

/** Makes the rule of the portal's port: the home of the host, else the first one. */
export function createHostRule(homes: readonly Hosts[]): (host: string | undefined) => { home: string } {
  const byHost = new Map(homes.map(({ name, host }) => [host, name]));
  const first = homes[0]?.name ?? '';
  return (host = '') => ({ home: byHost.get(hostNameOf(host)) ?? first });
}

/** Returns the name of a Host header in small letters: without port, and without the dot that may end it. */
function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
