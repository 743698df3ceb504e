import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// What a merchant's own systems can do in a store, staff can do in the portal as well.

const ROOT_URL = new URL('../', import.meta.url);
const ROOT = fileURLToPath(ROOT_URL);

const READ_ELSEWHERE = 'The portal shows the same from another answer.';
const OWN_ROUTE = 'A route of the portal itself does it, for the person who is signed in.';
const FOR_SYSTEMS = 'It is for many at once, or for what only a system has: the portal does it one by one.';

/** Operations of the private API that the portal does not call, with the reason. */
const NOT_IN_PORTAL: Record<string, string> = {
  createStore: OWN_ROUTE,
  getRelease: READ_ELSEWHERE,
  getPromise: READ_ELSEWHERE,
  getMeasures: READ_ELSEWHERE,
  getWebhookMessage: READ_ELSEWHERE,
  getDiscount: READ_ELSEWHERE,
  resendConfirmation: 'The portal sends any mail again, the confirmation among them.',
  listBatches: READ_ELSEWHERE,
  setInventory: FOR_SYSTEMS,
  createDiscounts: FOR_SYSTEMS,
};

type Operation = { method: string; path: string; id: string };

async function operations(): Promise<Operation[]> {
  const document = JSON.parse(await readFile(new URL('openapi.json', ROOT_URL), 'utf8'));
  const paths: [string, Record<string, { operationId: string }>][] = Object.entries(document.paths);
  return paths
    .filter(([path]) => path.startsWith('/admin/api/v1'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: id }]) => ({ method: method.toUpperCase(), path, id })),
    );
}

const PLAIN = /[.+?^$()|[\]\\{}]/g;

/** Returns the ids of the operations that a source calls, by a text or a template in the call, or a name for one; also by sending a file. */
function calledBy(source: string, all: readonly Operation[]): string[] {
  const names = new Map(
    [...source.matchAll(/const (\w+) =\s*'(\/admin\/api\/v1[^']*)'/g)].map(([, name = '', path = '']) => [name, path]),
  );
  const files = /\bupload</.test(source) ? [...source.matchAll(/()[`'](\/admin\/api\/v1[^`'?]*)/g)] : [];
  const calls = source.matchAll(/api\.(GET|POST|PUT|PATCH|DELETE)\(\s*(?:[`']([^`']+)[`']|(\w+))/g);
  return [...calls, ...files].flatMap(([, given, text, name = '']) => {
    const method = given || 'POST'; // which `upload` sends
    const path = text ?? names.get(name) ?? '';
    const pattern = path.split(/\$\{[^}]*\}/).map((part) => part.replace(PLAIN, '\\$&'));
    const like = new RegExp(`^${pattern.join('[^/]+')}$`);
    return all.filter((one) => one.method === method && like.test(one.path)).map(({ id }) => id);
  });
}

test('the portal calls every operation of the private API, or a list says why not', async () => {
  const all = await operations();
  const sources: string[] = [];
  for await (const file of glob('src/browser/portal/**/*.{ts,tsx}', { cwd: ROOT })) {
    sources.push(await readFile(new URL(file, ROOT_URL), 'utf8'));
  }
  const called = new Set(sources.flatMap((source) => calledBy(source, all)));
  expect(called.size).toBeGreaterThan(90);
  const left = all.map(({ id }) => id).filter((id) => !called.has(id));
  expect(left.filter((id) => !(id in NOT_IN_PORTAL))).toEqual([]);
  expect(
    Object.keys(NOT_IN_PORTAL).filter((id) => !left.includes(id)),
    'called, or no longer there',
  ).toEqual([]);
});
