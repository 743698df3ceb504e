import { readFile } from 'node:fs/promises';
import { readFormer } from '../../src/platform/former-migrations.ts';
import { readSteps } from '../../src/platform/migration-steps/read.ts';
import type { Effect, Step } from '../../src/platform/migration-steps/step.ts';
import { MIGRATIONS, type Migration, readMigrations } from '../../src/platform/migrations.ts';
import { olderMigrations } from '../support/last-release.ts';
import { PROJECT } from './project.ts';

/** Tables with a row for each store: reading all of them takes no time. */
const FEW_ROWS: ReadonlySet<string> = new Set(['store', 'connection', 'payment_account']);

type Released = { versions: ReadonlySet<string>; migrations: readonly string[] };

/**
 * Checks the migrations that came after the joined ones, which find an empty database. Throws with one line for each fault; otherwise
 * resolves with the number of checked files.
 */
export async function checkMigrations(folder = MIGRATIONS, given?: Released): Promise<string> {
  const { until } = await readFormer(folder);
  const migrations = (await readMigrations(folder)).filter(({ name }) => name > until);
  const released = given ?? { versions: await releasedVersions(), migrations: await olderMigrations() };
  const faults = [...comesBefore(migrations, released.migrations)];
  for (const migration of migrations) {
    const steps = await readSteps(migration.statements);
    const found = [...breaks(migration, steps, released.versions), ...disturbs(migration, steps)];
    faults.push(...new Set(found.map((fault) => `${migration.name}: ${fault}`)));
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `${migrations.length} that do not disturb a running service`;
}

/** Older code would not start again on a database with a migration that it lacks and that comes before its newest. */
function comesBefore(migrations: readonly Migration[], released: readonly string[]): string[] {
  const newest = released.toSorted().at(-1) ?? '';
  const late = migrations.filter(({ name }) => name < newest && !released.includes(name));
  return late.map(({ name }) => `${name}: it comes before ${newest}, which older code has: give it a higher number`);
}

/** A step that older code cannot live with is allowed where the file says which released version no longer needs it. */
function breaks(migration: Migration, steps: readonly Step[], released: ReadonlySet<string>): string[] {
  const { needsCode, release } = migration;
  if (needsCode === null) {
    return effectsOf(steps).flatMap((one) =>
      one.breaks && !isMadeAgain(one, steps) ? [`${one.table}: ${one.breaks}`] : [],
    );
  }
  if (release === null || !released.has(release)) {
    const named =
      release === null ? 'says no version' : `names ${release}, which CHANGELOG.md does not have as released`;
    return [`it ends the support of older code and ${named}: write “needs code of ${needsCode}, released as X.Y.Z”`];
  }
  return [];
}

/** A constraint that is dropped and added again in one file is only changed, such as a CHECK that allows one value more. */
function isMadeAgain({ breaks: because }: Effect, steps: readonly Step[]): boolean {
  const name = because?.match(/constraint (\w+)$/)?.[1];
  return name !== undefined && steps.some(({ text }) => new RegExp(`\\bADD CONSTRAINT ${name}\\b`, 'i').test(text));
}

/** What a file does to tables in use while requests wait for them. */
function disturbs({ mode }: Migration, steps: readonly Step[]): string[] {
  if (mode === 'parts') {
    const unbounded = steps.filter(({ text }) => !/\bLIMIT\b/i.test(text));
    return unbounded.map(() => 'a statement that is run in parts needs a LIMIT');
  }
  return effectsOf(steps).flatMap((one) => {
    if (one.instead === null) return [];
    // Outside a transaction each statement has its own: a lock that lets others write may be kept.
    const gentle = mode === 'outside' && one.lock === 'SHARE UPDATE EXCLUSIVE';
    return gentle || (one.work === 'reads' && FEW_ROWS.has(one.table)) ? [] : [`${one.table}: ${one.instead}`];
  });
}

const effectsOf = (steps: readonly Step[]) => steps.flatMap(({ effects }) => effects);

/** Returns the versions whose heading in the change log has no “(unreleased)”. */
async function releasedVersions(): Promise<ReadonlySet<string>> {
  const text = await readFile(`${PROJECT}CHANGELOG.md`, 'utf8');
  return new Set([...text.matchAll(/^## (\d+\.\d+\.\d+)(?! \(unreleased\))/gm)].map(([, version = '']) => version));
}
