import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operationsByVerb, verbs } from '../support/verbs.ts';

// What the command line can do in a store, a merchant's own systems can do as well.

const OPERATOR = 'It acts on the installation, and a token is of one store.';
const STAFF = 'Staff sign in to the portal, and its own routes manage them.';

/** Nouns and verbs that the private API leaves out, with the reason. */
const LEFT_OUT: Record<string, string> = {
  catalog: 'A file is imported on the server.',
  secrets: OPERATOR,
  backup: OPERATOR,
  restore: OPERATOR,
  'backup-key': OPERATOR,
  doctor: OPERATOR,
  migrate: OPERATOR,
  databases: OPERATOR,
  'stores list': OPERATOR,
  owner: STAFF,
  staff: STAFF,
};

const OPERATIONS = await operationsByVerb();

test('every verb that acts in a store has an operation of the private API, or a reason', async () => {
  const all = await verbs();
  expect(all.length).toBeGreaterThan(70);
  const known = (verb: string) => verb in OPERATIONS || verb in LEFT_OUT || (verb.split(' ')[0] ?? '') in LEFT_OUT;
  expect(all.filter((verb) => !known(verb))).toEqual([]);
  const stale = Object.keys(OPERATIONS).filter((verb) => !all.includes(verb));
  expect(stale, 'verbs that no longer exist').toEqual([]);
});

test('every operation of that table exists', async () => {
  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const paths: [string, Record<string, { operationId: string }>][] = Object.entries(document.paths);
  const operations = paths
    .filter(([path]) => path.startsWith('/admin/api/v1'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  expect(
    Object.values(OPERATIONS)
      .flat()
      .filter((operation) => !operations.includes(operation)),
  ).toEqual([]);
});
