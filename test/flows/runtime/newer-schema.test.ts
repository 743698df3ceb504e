import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import type { CheckoutView, PaymentResult } from '../../../src/protocol/schema/frame-api.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { PROJECT } from '../../checks/project.ts';
import { checkoutRequest, createOffer } from '../../support/core.ts';
import { startInstance } from '../../support/instance.ts';
import { useCore } from '../../support/use-core.ts';

// What an upgrade leaves for a way back: this code on a database that a newer version has migrated.

const EXPANDING = [
  'ALTER TABLE preorder ADD COLUMN later_text text;',
  'ALTER TABLE preorder_line ADD COLUMN later_number integer NOT NULL DEFAULT 0;',
  'CREATE TABLE later (store_id uuid NOT NULL REFERENCES store, id uuid NOT NULL, PRIMARY KEY (store_id, id));',
].join('\n');
const CONTRACTING = '-- migrate: needs code of 9001, released as 9.0.0\nALTER TABLE later DROP COLUMN id;';

const { database, core } = await useCore();
let folder: string;
let migrations: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newer-'));
  migrations = join(folder, 'migrations');
  await cp(join(PROJECT, 'migrations'), migrations, { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

async function apply(name: string, text: string): Promise<void> {
  await writeFile(join(migrations, name), text);
  expect(await migrate(database.db, { folder: pathToFileURL(`${migrations}/`) })).toEqual([name]);
}

async function post<T>(url: string, body: object, secret?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as { data: T };
  expect(answer.ok, JSON.stringify(json)).toBe(true);
  return json.data;
}

test('this version sells and works off its jobs on the schema of the next one, until that takes something away', {
  timeout: 120_000,
}, async () => {
  const offer = await createOffer(core, { allocation: 5 });
  const options = { databaseUrl: database.url, folder };
  const service = await startInstance('serve', options); // serves while the next version migrates
  await apply('9001_later.sql', EXPANDING);
  const buy = async (url: string) => {
    const checkout = await post<CheckoutView>(`${url}/frames/1/api/checkouts`, checkoutRequest(offer));
    const { id, secret, total } = checkout;
    const card = { token: testCardToken('4242424242424242'), termsAccepted: true, marketingConsent: false, total };
    return post<PaymentResult>(`${url}/frames/1/api/checkouts/${id}/payments`, card, secret);
  };
  expect(await buy(service.url)).toMatchObject({ outcome: 'completed' });
  expect(await service.end()).toBe(0);

  const [again, worker] = await Promise.all([startInstance('serve', options), startInstance('worker', options)]);
  expect(await buy(again.url)).toMatchObject({ outcome: 'completed' });
  const captured = () => database.db.query("SELECT 1 FROM movement WHERE kind = 'capture' AND state = 'done'");
  await expect.poll(async () => (await captured()).length, { timeout: 30_000 }).toBe(2);
  expect(await Promise.all([again.end(), worker.end()])).toEqual([0, 0]);

  await apply('9002_less.sql', CONTRACTING);
  await expect(startInstance('serve', options)).rejects.toThrow('newer than this code (it has 9002_less.sql)');
});
