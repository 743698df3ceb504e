import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createEngine, type Engine } from './shop.ts';

/**
 * Starts the real core over a new database and stops both after the last test of the file.
 *
 *     const { database, engine } = await stageEngine();
 */
export async function stageEngine(): Promise<{ database: TestDatabase; engine: Engine }> {
  const database = await createTestDatabase();
  const engine = createEngine(database.db);
  afterAll(async () => {
    await engine.stop();
    await database.drop();
  });
  return { database, engine };
}
