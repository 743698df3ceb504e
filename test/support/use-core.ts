import { afterAll } from 'vitest';
import { type Core, createCore } from './core.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/**
 * Starts the real core over a new database and stops both after the last test of the file. A file that writes thousands of rows
 * gives `ownInstallation`: its statements are planned for as many rows as there are, not for the few rows of an earlier file.
 *
 *     const { database, core } = await useCore();
 */
export async function useCore(create = createTestDatabase): Promise<{ database: TestDatabase; core: Core }> {
  const database = await create();
  const core = createCore(database.db);
  afterAll(async () => {
    await core.stop();
    await database.drop();
  });
  return { database, core };
}
