import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export type ClientAddressOptions = {
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[];
  /** Called once, with the peer's address, for the first X-Forwarded-For from an untrusted peer. */
  onUntrustedForward: (peer: string) => void;
  /**
   * Called once for an address that is not trusted and names several clients in X-Forwarded-For, as a proxy does: the peer itself, or
   * an address behind the trusted proxies. Anybody can forge it, so it is called twenty times an hour at most.
   */
  onUntrustedProxy: (address: string) => void;
};

export type ClientAddresses = {
  /** Returns the client's address as a key for counting: an IPv4 address, or the /64 of an IPv6 address. */
  of(request: IncomingMessage): string;
  /** Returns true if the socket's peer is a trusted proxy. */
  isTrustedPeer(request: IncomingMessage): boolean;
};

type Peer = { address: Address | null; text: string; trusted: boolean };

// No real chain of proxies is longer, and each entry has to be parsed.
const HOPS_MAX = 20;
// The limits of the cache of parsed headers. A header longer than the limit is parsed each time.
const CLIENTS_MAX = 20_000;
const CACHED_LENGTH_MAX = 100;
const MAPPED_BITS = 96; // what stands before an IPv4 address in `::ffff:10.0.0.1`
// A client that forges the header has one name at a time; a proxy has many.
const NAMES_OF_A_PROXY = 3;
const PROXIES_MAX = 1_000;
const TOLD_AN_HOUR_MAX = 20;
const HOUR_MS = 3_600_000;

/**
 * Finds the client's address. It is the socket's address unless the peer is a trusted proxy. Then X-Forwarded-For is read
 * from the right, and the first address that is not a trusted proxy's is the client's; entries left of it may be forged.
 */
export function createClientAddresses(options: ClientAddressOptions): ClientAddresses {
  const ranges = options.trustProxy.map(parseRange);
  const isTrusted = (address: Address) => ranges.some((range) => contains(range, address));
  // The peer's address is parsed once per connection instead of once per request.
  const peers = new WeakMap<object, Peer>();
  const clients = new LRUCache<string, string>({ max: CLIENTS_MAX });
  let warned = false;

  function peerOf(request: IncomingMessage): Peer {
    const known = peers.get(request.socket);
    if (known) return known;
    const address = parseAddress(request.socket.remoteAddress ?? '');
    const peer = {
      address,
      text: address ? countingKey(address) : 'unknown',
      trusted: !!address && isTrusted(address),
    };
    peers.set(request.socket, peer);
    return peer;
  }

  function forwardedFor(forwarded: string, peer: Address): string {
    const known = clients.peek(forwarded);
    if (known !== undefined) return known;
    const { client, before } = clientOf(forwarded, isTrusted);
    if (client === null) return countingKey(peer);
    const text = countingKey(client);
    if (before !== null) noteName(client, before);
    if (forwarded.length <= CACHED_LENGTH_MAX) clients.set(forwarded, text);
    return text;
  }

  const noteName = watchNames(options.onUntrustedProxy);

  function noteUntrusted(request: IncomingMessage, peer: Address, forwarded: string): void {
    if (!warned) options.onUntrustedForward(request.socket.remoteAddress ?? 'unknown');
    warned = true;
    const name = parseAddress(forwarded.slice(-CACHED_LENGTH_MAX).split(',').at(-1)?.trim() ?? '');
    if (name !== null) noteName(peer, name);
  }

  return {
    of(request) {
      const peer = peerOf(request);
      const forwarded = request.headers['x-forwarded-for'];
      if (forwarded === undefined || peer.address === null) return peer.text;
      if (peer.trusted) return forwardedFor(String(forwarded), peer.address);
      noteUntrusted(request, peer.address, String(forwarded));
      return peer.text;
    },
    isTrustedPeer: (request) => peerOf(request).trusted,
  };
}

/** Returns what is called with an address that is not trusted and a client that it names. Tells of those that name several. */
function watchNames(tell: (address: string) => void): (address: Address, name: Address) => void {
  // By network, so that somebody who has a /64 takes the place of one.
  const names = new LRUCache<string, Set<string>>({ max: PROXIES_MAX });
  const told = new LRUCache<string, true>({ max: PROXIES_MAX });
  let hour = { ends: 0, left: 0 };

  return (address, name) => {
    const network = countingKey(address);
    if (told.has(network)) return;
    const known = names.get(network) ?? new Set();
    names.set(network, known.size < NAMES_OF_A_PROXY ? known.add(countingKey(name)) : known);
    if (known.size < NAMES_OF_A_PROXY) return;
    const now = performance.now();
    if (now >= hour.ends) hour = { ends: now + HOUR_MS, left: TOLD_AN_HOUR_MAX };
    if (hour.left === 0) return;
    hour.left -= 1;
    told.set(network, true);
    tell(address.toString());
  };
}

type ForwardedClient = { client: Address | null; before: Address | null };

/**
 * Returns the client in an X-Forwarded-For from a trusted proxy, or null if the proxy's own entry is unreadable. `before`: what stands
 * left of a client that is not trusted, which may be forged.
 */
function clientOf(forwarded: string, isTrusted: (address: Address) => boolean): ForwardedClient {
  let client: Address | null = null;
  const entries = forwarded.split(',').slice(-HOPS_MAX).reverse();
  for (const [index, entry] of entries.entries()) {
    const address = parseAddress(entry.trim());
    // Entries left of one we cannot parse are untrusted.
    if (!address) return { client, before: null };
    client = address;
    if (!isTrusted(address)) return { client, before: parseAddress(entries[index + 1]?.trim() ?? '') };
  }
  return { client, before: null };
}

/** Reads `1.2.3.4`, `::1`, `::ffff:1.2.3.4`, and the forms with a port that some proxies write: `1.2.3.4:567`, `[::1]:567`. */
function parseAddress(text: string): Address | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // The library's `isValid` also accepts `1` and `0x7f.1`; proxies write four decimal parts or IPv6.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}

/** Parses one entry of TRUST_PROXY. Throws an error that names the entry if it is neither an address nor a CIDR range. */
function parseRange(text: string): Range {
  try {
    if (text.includes('/')) return plainRange(ipaddr.parseCIDR(text));
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(`TRUST_PROXY: “${text}” is neither an address nor a CIDR range such as 10.0.0.0/8.`);
  }
}

/** Addresses are compared as IPv4 where they are such, so a range of them in the form of IPv6 is one of IPv4. */
function plainRange([address, bits]: Range): Range {
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [(address as ipaddr.IPv6).toIPv4Address(), bits - MAPPED_BITS] : [address, bits];
}

function contains(range: Range, address: Address): boolean {
  return range[0].kind() === address.kind() && address.match(range[0], range[1]);
}

/** One household or server often has a whole /64 and can change its address within it, so IPv6 is counted by /64. */
function countingKey(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Returns the /56 that contains a client's /64, as a key for counting; null for an IPv4 client. */
export function networkOf(clientAddress: string): string | null {
  const parts = /^(?<first>[\da-f]+:[\da-f]+:[\da-f]+):(?<fourth>[\da-f]+)::\/64$/.exec(clientAddress)?.groups;
  if (!parts) return null;
  const { first, fourth = '' } = parts;
  return `${first}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}
