import { expect } from 'vitest';
import { createRequestLimits, GUESS_LIMITS, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Answer, type Api, startApi } from './api.ts';
import { createCore, createOffer, type Offer } from './core.ts';
import { plenty } from './portal.ts';

export type TwoStores = { api: Api; offer: Offer; other: Offer };

/** Starts two stores with more units and looser limits than any test here uses. */
export async function startTwoStores(): Promise<TwoStores> {
  const limits = createRequestLimits(plenty(REQUEST_LIMITS));
  const api = await startApi({ deps: { limits }, guessLimits: plenty(GUESS_LIMITS) });
  const core = createCore(api.db);
  const options = { allocation: 100_000, holdsPerAddressMax: 1e6, holdsPerEmailMax: 1e6 };
  const offer = await createOffer(core, options);
  const other = await createOffer(core, options);
  await core.stop();
  return { api, offer, other };
}

/** Expects a known error code or a success, never a 5xx, and no internals in the answer. */
export function expectGraceful(answer: Answer, sent: string): void {
  const { status, text, json } = answer;
  expect(status, `${sent}: ${text}`).toBeLessThan(500);
  // An HTML page has its error code among its data.
  const code = json?.error?.code ?? /"unknown":"(\w+)"/.exec(text)?.[1];
  if (status >= 400) expect(code, `${sent}: ${text}`).toMatch(/^[a-z_]+$/);
  expect(text, sent).not.toMatch(/\bSELECT\b|\bINSERT\b|invalid input syntax|node_modules|\.ts:\d+|FST_ERR/);
}

// Values of a query, percent-encoded where necessary.
export const HOSTILE: Record<string, string> = {
  empty: '',
  'only spaces': '%20%20',
  'a NUL': 'a%00b',
  'half a surrogate pair': '%ED%A0%80',
  'a byte that is no UTF-8': '%FF',
  'bad percent-encoding': '%ZZ%',
  quotes: '%27%20OR%201=1%3B--',
  'a number': '-1e309',
  'an object': '%7B%22a%22%3A1%7D',
  'a path': '..%2F..%2Fetc%2Fpasswd',
  'a script': '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
  'right-to-left marks': '%E2%80%AE%F0%9F%92%A9',
  '2,000 characters': 'x'.repeat(2_000),
  '10 kB': 'x'.repeat(10_000),
};

// Values that are wrong or harmless anywhere in a body.
const WRONG: [string, unknown][] = [
  ['null', null],
  ['empty', ''],
  ['spaces', '   '],
  ['a number', 123],
  ['a huge number', 1e308],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['true', true],
  ['a list', []],
  ['a list of lists', [[[[]]]]],
  ['an object', {}],
  ['a NUL', 'a\0b'],
  ['half a surrogate pair', '\ud800'],
  ['10 kB', 'x'.repeat(10_000)],
  ['quotes', "'; DROP TABLE store;--"],
  ['a line break', 'a\r\nBcc: b@example.com'],
];

export type Fields = Record<string, unknown>;

/** Yields every body that differs from `body` in one field: without the field, and with each wrong value. */
export function* mutations(body: Fields, path: string[] = []): Generator<[string, Fields]> {
  for (const [name, value] of Object.entries(body)) {
    const at = [...path, name].join('.');
    const { [name]: _left, ...rest } = body;
    yield [`without ${at}`, rest];
    for (const [kind, wrong] of WRONG) yield [`${at}: ${kind}`, { ...body, [name]: wrong }];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [sent, inner] of mutations(value as Fields, [...path, name])) yield [sent, { ...body, [name]: inner }];
    }
  }
  yield [`${[...path, 'unknown'].join('.')} beside`, { ...body, unknown: 1 }];
}
