import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

export type ClientAddressOptions = {
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  trustProxy: readonly string[];
  /** Called once, with the peer's address, when somebody who is not trusted sends a forwarded header. */
  onUntrustedForward: (peer: string) => void;
};

export type ClientAddresses = {
  /** Who sent the request, as text to count by: an IPv4 address, or the /64 of an IPv6 one. */
  of(request: IncomingMessage): string;
  /** Whether the socket's other end is a proxy of ours. */
  isTrustedPeer(request: IncomingMessage): boolean;
};

type Peer = { address: Address | null; text: string; trusted: boolean };

// No real chain of proxies is longer, and each entry costs a parse.
const HOPS_MAX = 20;
// Clients whose header was read lately; a longer header is read each time.
const CLIENTS_MAX = 20_000;
const REMEMBERED_LENGTH_MAX = 100;

/**
 * Finds the client's address. It is the socket's, unless the peer is a trusted proxy: then X-Forwarded-For is read from the
 * right, past further trusted proxies, to the first address that none of them can have made up.
 */
export function createClientAddresses(options: ClientAddressOptions): ClientAddresses {
  const ranges = options.trustProxy.map(parseRange);
  const isTrusted = (address: Address) => ranges.some((range) => contains(range, address));
  // An address is parsed once for a connection, not once for a request.
  const peers = new WeakMap<object, Peer>();
  const clients = new LRUCache<string, string>({ max: CLIENTS_MAX });
  let warned = false;

  function peerOf(request: IncomingMessage): Peer {
    const known = peers.get(request.socket);
    if (known) return known;
    const address = parseAddress(request.socket.remoteAddress ?? '');
    const peer = {
      address,
      text: address ? countingText(address) : 'unknown',
      trusted: !!address && isTrusted(address),
    };
    peers.set(request.socket, peer);
    return peer;
  }

  function forwardedFor(forwarded: string, peer: Address): string {
    const known = clients.peek(forwarded);
    if (known !== undefined) return known;
    const client = clientOf(forwarded, isTrusted);
    if (client === null) return countingText(peer);
    const text = countingText(client);
    if (forwarded.length <= REMEMBERED_LENGTH_MAX) clients.set(forwarded, text);
    return text;
  }

  function warnOnce(request: IncomingMessage): void {
    if (warned) return;
    warned = true;
    options.onUntrustedForward(request.socket.remoteAddress ?? 'unknown');
  }

  return {
    of(request) {
      const peer = peerOf(request);
      const forwarded = request.headers['x-forwarded-for'];
      if (forwarded === undefined || peer.address === null) return peer.text;
      if (peer.trusted) return forwardedFor(String(forwarded), peer.address);
      warnOnce(request);
      return peer.text;
    },
    isTrustedPeer: (request) => peerOf(request).trusted,
  };
}

/** The client of an X-Forwarded-For that a trusted proxy sent; null when that proxy wrote nothing readable. */
function clientOf(forwarded: string, isTrusted: (address: Address) => boolean): Address | null {
  let client: Address | null = null;
  for (const entry of forwarded.split(',').slice(-HOPS_MAX).reverse()) {
    const address = parseAddress(entry.trim());
    // What is left of an unreadable entry was written by nobody we know: the last readable address is the answer.
    if (!address) return client;
    client = address;
    if (!isTrusted(address)) return client;
  }
  return client;
}

/** Reads `1.2.3.4`, `::1`, `::ffff:1.2.3.4`, and what some proxies write: `1.2.3.4:567`, `[::1]:567`. */
function parseAddress(text: string): Address | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // `isValid` of the library takes `1` and `0x7f.1` as addresses too; a proxy writes four decimal parts or IPv6.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null;
  return ipaddr.process(bare);
}

/** Reads one entry of TRUST_PROXY. Throws a sentence that names it when it is neither an address nor a CIDR range. */
function parseRange(text: string): Range {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new Error(`TRUST_PROXY: “${text}” is neither an address nor a CIDR range such as 10.0.0.0/8.`);
  }
}

function contains(range: Range, address: Address): boolean {
  return range[0].kind() === address.kind() && address.match(range[0], range[1]);
}

/** One household or server often has a whole /64, so counting single IPv6 addresses would count nobody. */
function countingText(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/** The /56 that a client's /64 is in, as text to count by; null for a client with an IPv4 address. */
export function networkOf(clientAddress: string): string | null {
  const parts = /^(?<first>[\da-f]+:[\da-f]+:[\da-f]+):(?<fourth>[\da-f]+)::\/64$/.exec(clientAddress)?.groups;
  if (!parts) return null;
  const { first, fourth = '' } = parts;
  return `${first}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}
