import type { Database } from '../platform/db.ts';
import { applyMigrations, type MigrateOptions } from '../platform/migrate.ts';
import { prepareJobs } from './jobs/prepare.ts';

/** Applies the missing migrations and prepares the job queue. Resolves with the names of the applied migrations. */
export function migrate(db: Database, options: Omit<MigrateOptions, 'finish'> = {}): Promise<string[]> {
  return applyMigrations(db, { ...options, finish: () => prepareJobs(db) });
}
