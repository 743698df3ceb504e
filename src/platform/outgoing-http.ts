import { lookup as lookUp } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type OutgoingAnswer = {
  status: number;
  headers: IncomingMessage['headers'];
  /** The beginning of the body. */
  text: string;
};

export type OutgoingRequest = {
  headers: Record<string, string>;
  body: string;
  /** Aborts the request before its time-out. */
  signal?: AbortSignal | undefined;
};

export type OutgoingDownload = {
  headers: Record<string, string>;
  /** A longer body is refused. */
  bytesMax: number;
  timeoutMs: number;
};

export type OutgoingCall = OutgoingDownload & { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; body?: string };

export type OutgoingWhole = { status: number; headers: IncomingMessage['headers']; bytes: Buffer };

export type OutgoingHttp = {
  /**
   * Sends one POST to a URL that a merchant chose. Only public networks are allowed, redirects are not followed, and time and
   * size of the answer are bounded. Rejects with an `OutgoingError`, whose message may be shown to the merchant.
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** Reads a URL under the same rules. Rejects with an `OutgoingError`, also when the body is too long or is cut off. */
  get(url: string, download: OutgoingDownload): Promise<{ status: number; bytes: Buffer }>;
  /** Sends a request of any method, and reads the whole answer, under the same rules. Rejects as `get` does. */
  request(url: string, call: OutgoingCall): Promise<OutgoingWhole>;
  readonly privateTargets: PrivateTargets;
};

/** Whether private networks may be called as well: all of them, none, or this machine alone. */
export type PrivateTargets = boolean | 'loopback';

export type OutgoingOptions = {
  privateTargets: PrivateTargets;
  timeoutMs?: number;
  /** Resolves a host name; by default with the system's resolver. */
  resolve?: (host: string) => Promise<string[]>;
};

export class OutgoingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutgoingError';
  }
}

const TIMEOUT_MS = 15_000; // the shortest that Standard Webhooks proposes, because a slow receiver keeps others waiting
const ANSWER_BYTES_MAX = 1_024;

export function createOutgoingHttp(options: OutgoingOptions): OutgoingHttp {
  const { privateTargets, timeoutMs = TIMEOUT_MS, resolve = resolveBySystem } = options;
  const check = (address: string) => {
    if (!isAllowed(address, privateTargets)) throw new OutgoingError(privateMessage(address));
  };
  const lookup = checkedLookup(resolve, check);

  async function exchange<Answer>(url: string, call: Call, read: (answer: IncomingMessage) => Promise<Answer>) {
    const refused = refusedTarget(url, { privateTargets }); // a URL with an IP address is never looked up, so `lookup` would not check it
    if (refused) throw new OutgoingError(refused);
    const { method, headers, body = '', signal, timeoutMs } = call;
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
    // No agent: a kept connection may have been checked for another host name.
    const request = send(url, { method, agent: false, lookup, headers, signal: either });
    try {
      return await read(await answerTo(request, body));
    } catch (error) {
      throw asOutgoingError(error, { timedOut: timeout.aborted, timeoutMs });
    } finally {
      request.destroy();
    }
  }

  return {
    privateTargets,
    post(url, { headers, body, signal }) {
      const call = { method: 'POST', headers: withLength(headers, body), body, signal, timeoutMs } as const;
      return exchange(url, call, readBeginning);
    },
    request(url, { bytesMax, headers, body, ...call }) {
      const all = body === undefined ? { headers } : { headers: withLength(headers, body), body };
      return exchange(url, { ...call, ...all }, (answer) => readWhole(answer, bytesMax));
    },
    get: (url, { bytesMax, ...call }) =>
      exchange(url, { method: 'GET', ...call }, (answer) => readWhole(answer, bytesMax)),
  };
}

function withLength(headers: Record<string, string>, body: string): Record<string, string> {
  return { ...headers, 'content-length': String(Buffer.byteLength(body)) };
}

type Call = {
  method: OutgoingCall['method'];
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
};

function answerTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve);
  request.on('error', reject); // also handles errors after the response, which would otherwise be uncaught
  request.end(body);
  return promise;
}

async function readBeginning(answer: IncomingMessage): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // The status is enough; the body is only shown in the webhook's log.
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8');
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

async function readWhole(answer: IncomingMessage, bytesMax: number): Promise<OutgoingWhole> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > bytesMax) throw new OutgoingError(`The answer has more than ${bytesMax} bytes.`);
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) };
}

function asOutgoingError(error: unknown, { timedOut, timeoutMs }: { timedOut: boolean; timeoutMs: number }): Error {
  if (error instanceof OutgoingError) return error;
  if (timedOut) return new OutgoingError(`There was no answer within ${timeoutMs / 1_000} s.`);
  const failure: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
  return new OutgoingError(`The connection failed (${code}).`);
}

/** Returns the reason why a URL must not be called, or null. Checks IP addresses only; names are checked at look-up. */
export function refusedTarget(url: string, { privateTargets }: Pick<OutgoingHttp, 'privateTargets'>): string | null {
  const host = hostOf(url);
  return !isIP(host) || isAllowed(host, privateTargets) ? null : privateMessage(host);
}

/** Returns whether a URL may be called over plain http: in private networks, where they may be called. */
export function isPlainAllowed(url: string, { privateTargets }: Pick<OutgoingHttp, 'privateTargets'>): boolean {
  if (privateTargets !== 'loopback') return privateTargets;
  const host = URL.canParse(url) ? hostOf(url) : '';
  return host === 'localhost' || isLoopback(host);
}

const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '');

const isAllowed = (address: string, privateTargets: PrivateTargets) =>
  privateTargets === true || isPublicAddress(address) || (privateTargets === 'loopback' && isLoopback(address));

const isLoopback = (text: string) => ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';

function privateMessage(address: string): string {
  return `${address} is not an address of the public internet.`;
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookUp(host, { all: true })).map(({ address }) => address);
}

/** Returns a look-up function for `request`. The addresses that it checks are the ones connected to, without a second look-up. */
function checkedLookup(resolve: (host: string) => Promise<string[]>, check: (address: string) => void): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host)
      .then((found) => {
        // One private address among public ones is enough to refuse: no honest name has both.
        for (const address of found) check(address);
        const addresses = found.map((address) => ({ address, family: isIP(address) }));
        const [first] = addresses;
        if (!first) throw new OutgoingError('The name has no address.');
        if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      })
      .catch((error: Error) => callback(error, ''));
  };
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
// In a public range, but on Azure's virtual machines this address leads to services of the host.
const CLOUD_HOSTS = ['168.63.129.16'];

/** Returns true if an IPv4 or IPv6 address belongs to the public internet. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || CLOUD_HOSTS.includes(text)) return false;
  const address = ipaddr.process(text); // turns an IPv4-mapped IPv6 address into IPv4
  if (CLOUD_HOSTS.includes(address.toString()) || address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
