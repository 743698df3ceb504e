import { afterEach, expect, test, vi } from 'vitest';
import { type ApiClientOptions, createApiClient, isPassing } from './api-client.ts';

type FetchCall = RequestInit & { url: string };
type Reply = (signal: AbortSignal) => Response | Promise<Response>;

afterEach(() => vi.unstubAllGlobals());

/** A network that gives one reply after the other, and a client that asks it. */
function serve(replies: Reply[], options: ApiClientOptions = {}) {
  const asked: FetchCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit & { signal: AbortSignal }) => {
    asked.push({ url, ...init });
    return (replies.shift() ?? silence)(init.signal);
  });
  return { asked, send: createApiClient(options) };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const done = json(200, { data: { units: 2 } });
const refused = (status: number, error: unknown, headers = {}) => json(status, { error }, headers);
const cut: Reply = () => Promise.reject(new TypeError('Failed to fetch'));
/** Never answers, so that only the signal ends the request, like in a browser. */
const silence: Reply = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const HOLD = { method: 'POST', path: '/checkouts', body: { quantity: 2 }, secret: 'cs_1', intent: 'key-1' } as const;

test('a request carries its body, its secret and its key, and the data of the answer is its value', async () => {
  const { send, asked } = serve([done]);
  expect(await send(HOLD)).toEqual({ ok: true, value: { units: 2 } });
  expect(asked).toMatchObject([
    {
      method: 'POST',
      url: '/frames/1/checkouts',
      body: '{"quantity":2}',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer cs_1', 'Idempotency-Key': 'key-1' },
      credentials: 'omit',
      keepalive: true,
    },
  ]);
});

test('a refusal has the code, the wrong parameter and the facts', async () => {
  const error = { code: 'sold_out', message: 'Sold out.', param: 'quantity', data: { left: 1 } };
  const { send } = serve([refused(409, error)], { retryDelaysMs: [1] });
  const refusal = { code: 'sold_out', param: 'quantity', data: { left: 1, retry_after: 0 } };
  expect(await send(HOLD)).toEqual({ ok: false, refusal });
});

test('without an answer the same request is repeated, and the frame is told of the trouble and of its end', async () => {
  const reported: boolean[] = [];
  const { send, asked } = serve([cut, json(502, 'a proxy'), done], {
    retryDelaysMs: [1, 1],
    onTrouble: (trouble) => reported.push(trouble),
  });
  expect(await send(HOLD)).toMatchObject({ ok: true });
  expect(asked.map(({ headers, body }) => [headers, body])).toEqual(
    Array(3).fill([asked[0]?.headers, '{"quantity":2}']),
  );
  expect(reported).toEqual([true, true, false]);
});

test('when the retries are used up, the outcome is unknown', async () => {
  const { send, asked } = serve([cut, cut, cut], { retryDelaysMs: [1] });
  const answer = await send(HOLD);
  expect(answer).toMatchObject({ ok: false, refusal: { code: 'network' } });
  expect(!answer.ok && isPassing(answer.refusal)).toBe(true);
  expect(asked).toHaveLength(2);
});

test('what must not be done twice is not repeated', async () => {
  const { send, asked } = serve([cut, done], { retryDelaysMs: [1] });
  expect(await send({ ...HOLD, once: true })).toMatchObject({ ok: false, refusal: { code: 'network' } });
  expect(asked).toHaveLength(1);
});

test('a short wait that the service asks for is waited out, a long one is not', async () => {
  const busy = (seconds: number) => refused(503, { code: 'busy' }, { 'retry-after': `${seconds}` });
  const { send, asked } = serve([busy(1), busy(20)], { retryDelaysMs: [1, 1] });
  const began = performance.now();
  expect(await send(HOLD)).toMatchObject({ ok: false, refusal: { code: 'busy', data: { retry_after: 20 } } });
  expect(performance.now() - began).toBeGreaterThan(990);
  expect(asked).toHaveLength(2);
});

test('a service that is silent is waited for no longer than the time-out', async () => {
  const { send } = serve([silence], { timeoutMs: 20 });
  expect(await send(HOLD)).toMatchObject({ ok: false, refusal: { code: 'network' } });
});

test('an aborted request is ended and not repeated', async () => {
  const leaving = new AbortController();
  const { send, asked } = serve([silence, done], { retryDelaysMs: [1] });
  const call = { method: 'GET', path: '/preorders', signal: leaving.signal } as const;
  const answer = send(call);
  leaving.abort();
  expect(await answer).toMatchObject({ ok: false });
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(await send(call)).toMatchObject({ ok: false });
  expect(asked).toHaveLength(1);
});
