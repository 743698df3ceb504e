import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseAlert } from '../../../src/core/alerts/commands.ts';
import type { NextStep } from '../../../src/domain/alert.ts';
import type { Database } from '../../../src/platform/db.ts';
import { requestOf } from '../../../src/surfaces/admin-api/next-steps.ts';
import { COMMANDS } from '../../../src/surfaces/cli/alerts/next.ts';
import { PROJECT, projectFiles } from '../../checks/project.ts';
import { tokenClient } from '../../support/admin-client.ts';
import { type Api, startApi } from '../../support/api.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database } = await useCore();
let api: Api;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  api = await startApi();
  cli = commandLine({ DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
});
afterAll(() => api.stop());

const STEPS = Object.keys(COMMANDS) as NextStep[];

const NEXT = { step: 'look_at_preorder', about: 'PO-7K2M-9QXT-4' } as const;

/** Makes a store with an alert that names a step, and one that does not. */
async function storeWithAlerts(db: Database): Promise<string> {
  const storeId = await createTestStore(db, { slug: 'fjord' });
  await raiseAlert(db, storeId, {
    text: 'dispute_lost',
    subjectId: storeId,
    values: { reference: NEXT.about },
    next: NEXT,
  });
  await raiseAlert(db, storeId, { text: 'cancel_failed', subjectId: storeId, values: { said: 'processing' } });
  return storeId;
}

test('a step is a request to the private API', async () => {
  const client = await tokenClient(api, await storeWithAlerts(api.db));
  const [words, told] = (await client.get('/alerts')).json.data;
  expect(told).toMatchObject({
    message: expect.stringContaining('The dispute of PO-7K2M-9QXT-4 is lost'),
    message_code: 'dispute_lost',
    message_values: { reference: NEXT.about },
    next: { ...NEXT, method: 'GET', path: '/admin/api/v1/preorders/PO-7K2M-9QXT-4' },
  });
  expect(words.next).toBeNull();
});

test('a step is a command on the command line', async () => {
  await storeWithAlerts(database.db);
  const { out } = await cli.run('alerts', 'list', '--store', 'fjord');
  expect(out).toContain('→ ./service preorders show PO-7K2M-9QXT-4');
  const { data } = await cli.json('alerts', 'list', '--store', 'fjord');
  expect(data).toMatchObject([{ next: null }, { next: NEXT }]);
});

test('every request of a step is one of the private API', async () => {
  const { paths } = JSON.parse(await readFile(join(PROJECT, 'openapi.json'), 'utf8'));
  for (const step of STEPS) {
    const { method, path } = requestOf(step, 'ABOUT');
    const plain = path.replace(/\?.*/, '');
    const known = Object.keys(paths).find(
      (one) => one.replaceAll(/\{\w+\}/g, 'ABOUT') === plain && paths[one][method.toLowerCase()],
    );
    expect(known, step).toBeDefined();
  }
});

test('every command of a step is one of the command line', async () => {
  for (const step of STEPS) {
    const [noun = '', verb = ''] = COMMANDS[step]('ABOUT').split(' ');
    const { out } = await cli.run(noun, verb, '--help');
    expect(out, step).toContain(`service ${noun} ${verb}`);
  }
});

test('what the core says names no command: it is read on other surfaces too', async () => {
  const paths = (await projectFiles('src/core/')).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const naming: string[] = [];
  for (const path of paths) {
    if (/['"`][^'"`\n]*\.\/service /.test(await readFile(PROJECT + path, 'utf8'))) naming.push(path);
  }
  expect(naming).toEqual([]);
});
