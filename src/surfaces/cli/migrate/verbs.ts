import type { Command } from 'commander';
import { migrate } from '../../../core/migrate.ts';
import { planMigrations } from '../../../platform/migration-plan.ts';
import { defineBareVerb, type VerbRunner } from '../verb.ts';
import { planData, planText } from './views.ts';

/** Adds the operator's verb that brings the database to the version of this code, or says before what that would do. */
export function addMigrate(runner: VerbRunner, command: Command): void {
  command.option(
    '--plan',
    'change nothing: say what each statement locks, for how long, and whether the old version serves on',
  );
  defineBareVerb<{ plan?: boolean }>(runner, command, async ({ options }) =>
    (await runner.installation()).withBareDatabase(async ({ db }) => {
      if (options.plan) {
        const plan = await planMigrations(db);
        return { data: planData(plan), text: planText(plan) };
      }
      const applied = await migrate(db);
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`;
      return { data: { applied }, text };
    }),
  );
}
