import { expect, test } from 'vitest';
import { migrate } from '../../../src/core/migrate.ts';
import { openDatabase } from '../../../src/platform/db.ts';
import { scratchServer } from '../../../src/platform/scratch-database.ts';
import { ownPostgres } from '../../support/own-postgres.ts';

test('on a server that makes databases of another encoding, backups are proved all the same', async () => {
  const server = await ownPostgres();
  const admin = openDatabase({ url: server.url });
  try {
    // As initdb leaves it on a machine without a locale of UTF-8.
    await admin.query('ALTER DATABASE template1 RENAME TO template_before');
    await admin.query(
      "CREATE DATABASE template1 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0",
    );
    await admin.query("CREATE DATABASE own ENCODING 'UTF8' TEMPLATE template0");
    const directUrl = server.url.replace(/\/postgres$/, '/own');
    const scratch = scratchServer({ db: { directUrl }, open: (url) => openDatabase({ url }), url: undefined });
    const made = openDatabase({ url: await scratch.create('trial') });
    expect(await migrate(made).finally(() => made.close())).not.toEqual([]);
    expect(await scratch.list()).toEqual(['trial']);
    await scratch.remove('trial');
  } finally {
    await admin.close();
    await server.remove();
  }
});
