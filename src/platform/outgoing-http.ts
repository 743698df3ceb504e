import { lookup as lookUp } from 'node:dns/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type OutgoingAnswer = {
  status: number;
  headers: IncomingMessage['headers'];
  /** How the body begins. */
  text: string;
};

export type OutgoingRequest = {
  headers: Record<string, string>;
  body: string;
  /** Gives up before the time is over. */
  signal?: AbortSignal | undefined;
};

export type OutgoingHttp = {
  /**
   * Posts once, to addresses that strangers may choose: only to public networks, no redirect is followed, and time and
   * answer are bounded. Rejects with `OutgoingError`, whose message may be shown to whoever chose the address.
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** Whether addresses of one's own networks are called, too. */
  readonly privateTargets: boolean;
};

export type OutgoingOptions = {
  privateTargets: boolean;
  timeoutMs?: number;
  /** Resolves a host's name; the system's resolver unless told otherwise. */
  resolve?: (host: string) => Promise<string[]>;
};

export class OutgoingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OutgoingError';
  }
}

const TIMEOUT_MS = 15_000; // the shortest that Standard Webhooks proposes: who is slow holds a place that others need
const ANSWER_BYTES_MAX = 1_024;

export function createOutgoingHttp(options: OutgoingOptions): OutgoingHttp {
  const { privateTargets, timeoutMs = TIMEOUT_MS, resolve = resolveBySystem } = options;
  const check = (address: string) => {
    if (!privateTargets && !isPublicAddress(address)) throw new OutgoingError(isPrivate(address));
  };
  const lookup = checkedLookup(resolve, check);
  return {
    privateTargets,
    async post(url, { headers, body, signal }) {
      const refused = refusedTarget(url, { privateTargets }); // Node looks up names only
      if (refused) throw new OutgoingError(refused);
      const send = url.startsWith('https:') ? httpsRequest : httpRequest;
      const timeout = AbortSignal.timeout(timeoutMs);
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      // No agent: a connection that was kept could be one that was checked for another name.
      const request = send(url, {
        ...{ method: 'POST', agent: false, lookup, headers: { ...headers, ...length } },
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      try {
        return await answerTo(request, body);
      } catch (error) {
        throw asOutgoingError(error, { timedOut: timeout.aborted, timeoutMs });
      }
    },
  };
}

async function answerTo(request: ClientRequest, body: string): Promise<OutgoingAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.once('response', resolve);
  request.on('error', reject); // also what comes after the answer, which nobody waits for any more
  request.end(body);
  const response = await promise;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= ANSWER_BYTES_MAX) break;
    }
  } catch {
    // The status line is the answer; what follows it is only for people who look at the log.
  }
  request.destroy();
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES_MAX).toString('utf8');
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

function asOutgoingError(error: unknown, { timedOut, timeoutMs }: { timedOut: boolean; timeoutMs: number }): Error {
  if (error instanceof OutgoingError) return error;
  if (timedOut) return new OutgoingError(`There was no answer within ${timeoutMs / 1_000} s.`);
  const failure: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
  return new OutgoingError(`The connection failed (${code}).`);
}

/** Why a URL is never called, as far as that can be told without a look-up: null when it may be. */
export function refusedTarget(url: string, { privateTargets }: Pick<OutgoingHttp, 'privateTargets'>): string | null {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return privateTargets || !isIP(host) || isPublicAddress(host) ? null : isPrivate(host);
}

function isPrivate(address: string): string {
  return `${address} is not an address of the public internet.`;
}

async function resolveBySystem(host: string): Promise<string[]> {
  return (await lookUp(host, { all: true })).map(({ address }) => address);
}

/** What is checked is what is connected to: nobody asks the resolver again in between. */
function checkedLookup(resolve: (host: string) => Promise<string[]>, check: (address: string) => void): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host)
      .then((found) => {
        // One private address among public ones is enough: nobody has such a name by accident.
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
// Public by its range, but every virtual machine of that cloud finds its host's own services there.
const CLOUD_HOSTS = ['168.63.129.16'];

/** Whether an IPv4 or IPv6 address belongs to the public internet. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || CLOUD_HOSTS.includes(text)) return false;
  const address = ipaddr.process(text); // an IPv4 address that is written as IPv6 is what it is
  if (CLOUD_HOSTS.includes(address.toString()) || address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}
