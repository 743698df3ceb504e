import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { checkMigrations } from './checks/migrations.ts';

const REFUSED = {
  'ALTER TABLE a RENAME COLUMN b TO c;': 'old name',
  'ALTER TABLE a DROP COLUMN b;': 'still uses it',
  'ALTER TABLE a ALTER COLUMN b TYPE bigint;': 'rewrites the table',
  'CREATE INDEX a_by_b ON a (b);': 'CONCURRENTLY',
  'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0);': 'NOT VALID',
  'ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c;': 'NOT VALID',
  'ALTER TABLE a ALTER COLUMN b SET NOT NULL;': 'NOT VALID',
  'CREATE TABLE b (id int); UPDATE a SET b = 1;': 'in parts',
};

const TAKEN = [
  'CREATE TABLE a (b int CHECK (b > 0)); CREATE INDEX a_by_b ON a (b); ALTER TABLE a ADD CHECK (b < 9);',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0;',
  'ALTER TABLE a DROP CONSTRAINT b, ADD CONSTRAINT b CHECK (c > 0) NOT VALID;',
  '-- migrate: outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_by_b ON a (b);',
  '-- migrate: in parts\nUPDATE a SET b = 1 WHERE b IS NULL;',
  '-- migrate: needs code of 0041\nALTER TABLE a DROP COLUMN b;',
  '-- An index ON a (b) is never renamed: no RENAME here',
];

test.each(Object.entries(REFUSED))('refuses %s', async (text, because) => {
  await expect(check(text)).rejects.toThrow(because);
});

test.each(TAKEN)('allows %s', async (text) => {
  expect(await check(text)).toContain('1 that');
});

async function check(text: string): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(path, '0099_trial.sql'), text);
  return checkMigrations(pathToFileURL(`${path}/`)).finally(() => rm(path, { recursive: true }));
}
