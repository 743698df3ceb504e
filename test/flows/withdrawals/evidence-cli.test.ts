import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readStore } from '../../../src/core/stores/queries.ts';
import { actOnWithdrawals } from '../../../src/core/withdrawals/commands/act.ts';
import { sendReceipts } from '../../../src/core/withdrawals/commands/send-receipts.ts';
import { buyFrom } from '../../support/buy.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer, shiftClock } from '../../support/core.ts';
import { declareAndFollow } from '../../support/declare.ts';
import { preorderOf, runJobs } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
const SECRET_KEY = 'a secret key that only the tests have'; // the key of the test core
const cli = commandLine({ DATABASE_URL: database.url, DATA_DIR: folder, SECRET_KEY });
afterAll(() => rm(folder, { recursive: true, force: true }));

test('evidence is printed with its words, seconds and money, and as the file with --json', async () => {
  const email = `${randomUUID()}@shopper.example`;
  const offer = await createOffer(core, { allocation: 5 });
  const { storeId } = offer;
  const { slug } = await readStore(core.db, storeId);
  const reference = await buyFrom(core, offer, { quantity: 2, email });
  const declaration = { name: 'Zoë Müller', email, reference, postalCode: '', items: '' };
  const { id } = await declareAndFollow(core, { storeId, id: randomUUID(), locale: 'en', declaration });
  await sendReceipts(core);
  await shiftClock(core.db, 86_460);
  await actOnWithdrawals(core);
  await runJobs(core, storeId);
  const { lines } = await preorderOf(core, offer, reference);
  expect(lines.every(({ paid, refunded }) => paid > 0 && paid === refunded)).toBe(true);

  const { code, out } = await cli.run('withdrawals', 'evidence', id, '--store', slug);
  expect(code).toBe(0);
  expect(out).toMatch(/Received, UTC +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/);
  expect(out).toMatch(/Received, \w+\/\w+ +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d/);
  expect(out).toMatch(/Items +everything/);
  expect(out).toMatch(/SHA-256 +[0-9a-f]{64}/);
  expect(out).toContain(`withdrawal-${id}-declarant-`);
  expect(out).toContain(`${reference}, found by the service`);
  expect(out).toMatch(/Acted on +\d{4}-/);
  expect(out.match(/cancelled +[\d.]+ EUR +[\d.]+ EUR +[\d.]+ EUR/g)).toHaveLength(2);
  expect(out).toMatch(/movement +refund/);
  const { data } = await cli.json('withdrawals', 'evidence', id, '--store', slug);
  expect(out).toContain(data.declaration.sha256);
  expect((await cli.run('withdrawals', 'evidence', randomUUID(), '--store', slug)).code).not.toBe(0);
});
