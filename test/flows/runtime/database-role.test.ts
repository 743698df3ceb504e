import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { migrate } from '../../../src/core/migrate.ts';
import { openDatabase } from '../../../src/platform/db.ts';
import { PROJECT } from '../../checks/project.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import { findProgram } from '../../support/programs.ts';

const PASSWORD = `it's "one" of \\24`;

test.skipIf(findProgram('psql') === undefined)(
  'the compose file makes a role that is no superuser, and that can migrate',
  { timeout: 120_000 },
  async () => {
    const server = await ownPostgres();
    const admin = new URL(server.url);
    const env = {
      ...process.env,
      PGHOST: admin.hostname,
      PGPORT: admin.port,
      PGPASSWORD: admin.password,
      POSTGRES_PASSWORD: PASSWORD,
    };
    const compose = await readFile(`${PROJECT}deploy/compose.yaml`, 'utf8');
    const { entrypoint, environment } = parse(compose, { merge: true }).services.database;
    const folder = await mkdtemp(join(tmpdir(), 'first-start-'));
    await writeFile(join(folder, 'docker-entrypoint.sh'), `#!/bin/sh\nexec sh ${folder}/service.sh\n`, { mode: 0o755 });
    // Compose writes `$` for `$$`. What the image's own program runs at a new database is in the folder.
    const [shell, ...words]: string[] = entrypoint.map((word: string) =>
      word.replaceAll('$$', '$').replace('/docker-entrypoint-initdb.d', folder),
    );
    const given = {
      ...env,
      PATH: `${folder}:${process.env.PATH}`,
      FIRST_START: environment.FIRST_START.replaceAll('$$', '$'),
    };
    await promisify(execFile)(shell ?? '', words, { env: given });
    await rm(folder, { recursive: true });
    const url = `postgres://service:${encodeURIComponent(PASSWORD)}@${admin.host}/service`;
    const db = openDatabase({ url, poolConnectionsMax: 2 });
    try {
      await migrate(db);
      const roles = await db.query('SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user');
      expect(roles).toEqual([{ rolsuper: false, rolcreatedb: true }]);
      const superuser = openDatabase({ url: server.url, poolConnectionsMax: 1 });
      await expect(superuser.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
      await superuser.close();
    } finally {
      await db.close();
      await server.remove();
    }
  },
);
