import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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
    await promisify(execFile)('sh', [`${PROJECT}deploy/database.sh`], { env });
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
