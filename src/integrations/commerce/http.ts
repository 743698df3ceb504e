import { retryAfterMs } from '../../domain/webhook.ts';
import type { TakeTurns } from '../../platform/call-turns.ts';
import { OutgoingError, type OutgoingHttp, type OutgoingWhole } from '../../platform/outgoing-http.ts';
import type { PlatformAnswer, PlatformHttp, PlatformRequest } from './http-port.ts';
import { CommerceError, type CommerceErrorKind, quoting } from './port.ts';

type HttpTools = {
  outgoing: Pick<OutgoingHttp, 'request'>;
  takeTurns: TakeTurns;
  /** The rate of requests, and the name under which it is shared with other processes. */
  pace: { of: string; perSecond: number };
  /** In [0, 1): spreads repeated requests in time. */
  random: () => number;
  sleep: (ms: number) => Promise<unknown>;
  timeoutMs?: number;
  /** Sees each request, also those that are repeated. */
  watch?: <T>(method: string, make: () => Promise<T>) => Promise<T>;
};

// A platform that creates an order with fifty line items may need some seconds.
const TIMEOUT_MS = 20_000;
// A product with 2,048 variants and their texts has about 2 MB on each platform that was tried.
const ANSWER_BYTES_MAX = 16_000_000;
// The first try and three more bridge a restart of a few seconds; after that the caller's job has patience of its own.
const TRIES_MAX = 4;
const FIRST_PAUSE_MS = 500;
// A pause here holds a slot of the workers: for longer ones the caller gets `throttled`, and comes back.
const PAUSE_MS_MAX = 10_000;
// Enough of a refusal for a person to understand it.
const REASON_LENGTH_MAX = 300;

/**
 * Makes the way by which an adapter speaks with its platform: one pace for all requests, a bound for the time and size of each,
 * and further tries where a second request does no harm. A request that is not repeatable is sent again only after 429, because
 * then the platform did nothing.
 */
export function createPlatformHttp(tools: HttpTools): PlatformHttp {
  return {
    send: (request) => inTries(tools, request, async () => readAnswer(await exchange(tools, request), request)),
    read: ({ url, from, bytesMax }) => {
      const headers = () => ({ range: `bytes=${from}-${from + bytesMax - 1}` });
      const request = { method: 'GET', url, headers, repeatable: true } as const;
      return inTries(tools, request, async () => readPart(await exchange(tools, request)));
    },
  };
}

async function inTries<Answer>(
  tools: HttpTools,
  request: PlatformRequest,
  once: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    await waitForTurn(tools);
    try {
      return await (tools.watch ? tools.watch(request.method, once) : once());
    } catch (error) {
      if (!(error instanceof CommerceError)) throw error;
      const pause = tries < TRIES_MAX && mayRepeat(error, request) ? pauseAfter(error, tries, tools.random) : null;
      if (pause === null || pause > PAUSE_MS_MAX) throw error;
      await tools.sleep(pause);
    }
  }
}

/** Nothing but the part that was asked for: a whole file may be too large. */
function readPart({ status, headers, bytes }: OutgoingWhole): Buffer {
  if (status === 206) return bytes;
  if (status < 200 || status > 299) throw refusalOf({ status, headers, bytes });
  throw new CommerceError('malformed', `The platform answered ${status} where a part of a file was asked for.`);
}

async function waitForTurn({ takeTurns, pace, sleep }: HttpTools): Promise<void> {
  const waitMs = await takeTurns(pace.of, 1, pace.perSecond);
  if (waitMs > 0) await sleep(waitMs);
}

async function exchange(
  { outgoing, timeoutMs = TIMEOUT_MS }: HttpTools,
  { url, method, headers, body }: PlatformRequest,
): Promise<OutgoingWhole> {
  const limits = { bytesMax: ANSWER_BYTES_MAX, timeoutMs };
  const call = { method, headers: headers(), ...limits, ...(body === undefined ? {} : { body }) };
  try {
    return await outgoing.request(url, call);
  } catch (error) {
    if (error instanceof OutgoingError) throw new CommerceError('unreachable', error.message);
    throw error;
  }
}

function mayRepeat({ kind }: CommerceError, { repeatable }: PlatformRequest): boolean {
  return kind === 'throttled' || (repeatable && (kind === 'unreachable' || kind === 'malformed'));
}

/** Doubles with each try, less up to a half, so that callers who failed together do not come back together. */
function pauseAfter({ retryAfterMs: asked }: CommerceError, tries: number, random: () => number): number {
  const pause = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + random() / 2);
  return Math.max(Math.round(pause), asked ?? 0);
}

function readAnswer({ status, headers, bytes }: OutgoingWhole, request: PlatformRequest): PlatformAnswer {
  if (status < 200 || status > 299) throw refusalOf({ status, headers, bytes });
  const one = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return { status, headers: Object.fromEntries(one), json: readJson(bytes, request) };
}

function readJson(bytes: Buffer, { repeatable }: PlatformRequest): unknown {
  if (bytes.length === 0) return null;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // A question has no answer; of a change nobody knows whether it is done.
    const kind = repeatable ? 'malformed' : 'unreachable';
    const says = 'The platform answered with something else than JSON';
    throw quoting(kind, { says, words: beginning(bytes) });
  }
}

function refusalOf(answer: OutgoingWhole): CommerceError {
  const says = `The platform answered ${answer.status}`;
  if (answer.status >= 300 && answer.status < 400) {
    const { location = 'unnamed' } = answer.headers;
    const elsewhere = `${says} with another address. Requests go only to the one that was given, not to this one`;
    return quoting('refused', { says: elsewhere, words: location });
  }
  return quoting(kindOf(answer), { says, words: beginning(answer.bytes) }, pauseAskedBy(answer));
}

function kindOf({ status }: OutgoingWhole): CommerceErrorKind {
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'throttled';
  return status >= 500 || status === 408 || status < 200 ? 'unreachable' : 'refused';
}

const pauseAskedBy = ({ status, headers }: OutgoingWhole) =>
  status === 429 ? retryAfterMs(headers['retry-after'], new Date()) || null : null;

function beginning(bytes: Buffer): string {
  const text = bytes
    .subarray(0, 4 * REASON_LENGTH_MAX)
    .toString('utf8')
    .replaceAll(/[\p{C}\s]+/gu, ' ');
  return text.trim().slice(0, REASON_LENGTH_MAX) || 'nothing';
}
