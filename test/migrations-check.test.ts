import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { checkMigrations } from './checks/migrations.ts';

const CONTRACT = '-- migrate: needs code of 0041, released as 0.1.0\n';

const REFUSED = {
  'ALTER TABLE a RENAME COLUMN b TO c;': 'old name',
  'ALTER TABLE a RENAME TO b;': 'old name',
  'ALTER TABLE a SET SCHEMA b;': 'old name',
  'ALTER TABLE a DROP COLUMN b;': 'still uses it',
  'DROP TABLE a;': 'still uses it',
  'DROP FUNCTION a(int);': 'still uses it',
  'TRUNCATE a;': 'still uses it',
  'ALTER TABLE a DROP CONSTRAINT b;': 'may rely on the constraint b',
  'ALTER TABLE a DROP CONSTRAINT b, ADD CONSTRAINT bc CHECK (c > 0) NOT VALID;': 'may rely on the constraint b',
  '-- migrate: needs code of 0041\nALTER TABLE a DROP COLUMN b;': 'released as X.Y.Z',
  '-- migrate: needs code of 0041, released as 9.9.9\nALTER TABLE a DROP COLUMN b;': '9.9.9',
  'ALTER TABLE a ALTER COLUMN b DROP NOT NULL;': 'expects a value in b',
  'ALTER TABLE a ALTER COLUMN b TYPE bigint;': 'fill it by a file',
  'ALTER TABLE a ADD COLUMN b uuid DEFAULT gen_random_uuid();': 'differs from row to row',
  'ALTER TABLE a ADD COLUMN b timestamptz NOT NULL DEFAULT clock_timestamp() + interval $$1 day$$;': 'differs from row',
  'ALTER TABLE a ADD COLUMN b int GENERATED ALWAYS AS (c * 2) STORED;': 'fill it by a file',
  'ALTER TABLE a ADD COLUMN b int NOT NULL;': 'needs a default',
  'ALTER TABLE a ADD COLUMN b int REFERENCES c;': 'NOT VALID',
  'ALTER TABLE a ADD COLUMN b int CHECK (b > 0);': 'NOT VALID',
  'ALTER TABLE a ADD COLUMN b int UNIQUE;': 'USING INDEX',
  'ALTER TABLE a ADD UNIQUE (b);': 'USING INDEX',
  'ALTER TABLE a ADD CONSTRAINT c PRIMARY KEY (b);': 'USING INDEX',
  'CREATE INDEX a_by_b ON a (b);': 'CONCURRENTLY',
  'CREATE UNIQUE INDEX ON a (b);': 'CONCURRENTLY',
  'DROP INDEX a_by_b;': 'CONCURRENTLY',
  'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0);': 'NOT VALID',
  'ALTER TABLE a ADD FOREIGN KEY (b) REFERENCES c;': 'NOT VALID',
  'ALTER TABLE a ADD CONSTRAINT b CHECK (c > 0) NOT VALID; ALTER TABLE a VALIDATE CONSTRAINT b;':
    'outside a transaction',
  'ALTER TABLE a ALTER COLUMN b SET NOT NULL;': 'NOT VALID',
  'CREATE TABLE b (id int); UPDATE a SET b = 1;': 'in parts',
  'DELETE FROM a WHERE b IS NULL;': 'in parts',
  'INSERT INTO a SELECT * FROM b;': 'in parts',
  'WITH old AS (SELECT 1) UPDATE a SET b = 1;': 'in parts',
  '-- migrate: in parts\nUPDATE a SET b = 1 WHERE b IS NULL;': 'needs a LIMIT',
  'DO $$ BEGIN NULL; END $$;': 'plain statements',
};

const TAKEN = [
  'CREATE TABLE a (b int CHECK (b > 0)); CREATE INDEX a_by_b ON a (b); ALTER TABLE a ADD CHECK (b < 9);',
  'CREATE TABLE a (b int REFERENCES c); INSERT INTO a SELECT id FROM c;',
  'ALTER TABLE a ADD COLUMN b int NOT NULL DEFAULT 0;',
  'ALTER TABLE a ADD COLUMN b timestamptz NOT NULL DEFAULT now();',
  'ALTER TABLE store ADD COLUMN b int CHECK (b > 0);',
  'ALTER TABLE a DROP CONSTRAINT b, ADD CONSTRAINT b CHECK (c > 0) NOT VALID;',
  'INSERT INTO a VALUES (1), (2);',
  '-- migrate: outside a transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_by_b ON a (b);',
  '-- migrate: outside a transaction\nALTER TABLE a VALIDATE CONSTRAINT b;',
  '-- migrate: in parts\nUPDATE a SET b = 1 WHERE id IN (SELECT id FROM a WHERE b IS NULL LIMIT 1000);',
  '-- An index ON a (b) is never renamed: no RENAME here',
  "COMMENT ON TABLE a IS 'ALTER TABLE a RENAME TO b; DROP TABLE a;';",
];

test.each(Object.entries(REFUSED))('refuses %s', async (text, because) => {
  await expect(check(text)).rejects.toThrow(because);
});

test.each(TAKEN)('allows %s', async (text) => {
  expect(await check(text)).toContain('1 that');
});

test('allows a contract step that names the released version which no longer needs it', async () => {
  const text = `${CONTRACT}ALTER TABLE a DROP COLUMN b;`;
  expect(await check(text, ['0.1.0'])).toContain('1 that');
  await expect(check(text, ['0.0.9']), 'a version that was never released').rejects.toThrow('released as X.Y.Z');
});

test('refuses a number below the last one that is released, for the released code would not start again', async () => {
  const text = 'CREATE TABLE a (b int);';
  expect(await check(text, [], ['0098_first.sql'])).toContain('1 that');
  expect(await check(text, [], ['0099_trial.sql', '0100_last.sql'])).toContain('1 that');
  await expect(check(text, [], ['0098_first.sql', '0100_last.sql'])).rejects.toThrow('a higher number');
});

async function check(
  text: string,
  versions: readonly string[] = [],
  migrations: readonly string[] = [],
): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  await writeFile(join(path, '0099_trial.sql'), text);
  const released = { versions: new Set(versions), migrations };
  return checkMigrations(pathToFileURL(`${path}/`), released).finally(() => rm(path, { recursive: true }));
}
