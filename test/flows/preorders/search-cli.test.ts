import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeDueWords } from '../../../src/core/preorders/commands/keep-words.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer } from '../../support/core.ts';
import { copyPreorder } from '../../support/many-preorders.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

test('the command line says where a search may not have found all, as JSON and as text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'search-cli-'));
  const { run, json } = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY: TEST_SECRET_KEY });
  const offer = await createOffer(core, { allocation: 300 });
  const reference = await buyFrom(core, offer, { email: 'ada@mail.example' });
  await buyFrom(core, offer, { email: 'grace@mail.example' });
  await copyPreorder(core, { storeId: offer.storeId, reference }, 255);
  while ((await writeDueWords(database.db)) > 0);
  const common = ['preorders', 'list', '--q', 'aur-m'];

  expect((await json(...common)).meta).toMatchObject({ result: 'success', incomplete: true });
  expect((await run(...common)).out).toContain('The search may not have found all.');
  for (const search of [['--q', 'grace'], []])
    expect((await json('preorders', 'list', ...search)).meta, search.join(' ')).toMatchObject({
      incomplete: false,
    });
  await rm(folder, { recursive: true });
});
