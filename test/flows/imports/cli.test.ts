import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { commandLine } from '../../support/command-line.ts';
import { type Core, createCore, createOffer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { foreignFile, foreignRow } from '../../support/imports.ts';

let database: TestDatabase;
let core: Core;
let folder: string;
let cli: ReturnType<typeof commandLine>;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
  const SECRET_KEY = 'a secret key that only the tests have'; // the key of the test core
  cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY });
  core = createCore(database.db);
});
afterAll(async () => {
  await core.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('the command line looks at a file, brings it in, tells its rows, and takes it back', async () => {
  const offer = await createOffer(core, { allocation: 5 });
  const { slug } = await readStore(database.db, offer.storeId);
  const store = ['--store', slug];
  const file = join(folder, 'old.csv');
  const { variantExternalId: variant } = offer;
  await writeFile(file, foreignFile(foreignRow('OLD-1', variant), foreignRow('OLD-2', 'nothing')));

  const dry = await cli.json('preorders', 'import', file, '--dry-run', ...store);
  expect(dry).toMatchObject({ code: 1, data: { state: 'checked', ready: 1, refused: 1, imported: 0 } });
  const { id } = dry.data;
  expect((await cli.run('imports', 'show', id, '--fate', 'refused', ...store)).out).toMatch(/OLD-2/);
  expect((await cli.json('imports', 'run', id, ...store)).data).toMatchObject({ state: 'done', imported: 1 });
  // Again, as a file of its own: what came in once does not come twice.
  expect((await cli.json('imports', 'preorders', file, ...store)).data).toMatchObject({ imported: 0, exists: 1 });
  expect((await cli.run('imports', 'list', ...store)).out).toContain('old.csv');
  expect((await cli.json('imports', 'undo', id, ...store)).data).toMatchObject({ state: 'undone', undone: 1, kept: 0 });

  const unknown = await cli.json('imports', 'show', 'nothing', ...store);
  expect(unknown).toMatchObject({ code: 1, error: { code: 'not_found', param: 'import_id' } });
  expect((await cli.run('preorders', 'import', join(folder, 'none.csv'), ...store)).code).toBe(1);
});
