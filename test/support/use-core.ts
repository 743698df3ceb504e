import { afterAll } from 'vitest';
import { type Core, createCore } from './core.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/**
 * Starts the real core over a new database and stops both after the last test of the file.
 *
 *     const { database, core } = await useCore();
 */
export async function useCore(): Promise<{ database: TestDatabase; core: Core }> {
  const database = await createTestDatabase();
  const core = createCore(database.db);
  afterAll(async () => {
    await core.stop();
    await database.drop();
  });
  return { database, core };
}
