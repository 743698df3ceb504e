import type { Database } from '../platform/db.ts';
import { applyMigrations, type MigrateOptions } from '../platform/migrate.ts';
import { prepareJobs } from './jobs/prepare.ts';

/** Brings the database up to date, with what the queue of jobs needs; resolves with the names of what was applied. */
export function migrate(db: Database, options: Omit<MigrateOptions, 'finish'> = {}): Promise<string[]> {
  return applyMigrations(db, { ...options, finish: () => prepareJobs(db) });
}
