import type { Plan, PlannedEffect, PlannedMigration } from '../../../platform/migration-plan.ts';
import { printable } from '../terminal.ts';

const MODES: Record<PlannedMigration['mode'], string> = {
  transaction: 'in one transaction, which keeps its locks until it ends',
  outside: 'each statement by itself',
  parts: 'in parts, each with a commit of its own',
};
const STATEMENT_CHARACTERS_MAX = 160;

export function planData({ measured, migrations }: Plan): unknown {
  return {
    measured: measured && {
      table: measured.table,
      bytes: Math.round(measured.bytes),
      bytes_per_second: Math.round(measured.bytesPerSecond),
    },
    migrations: migrations.map(({ name, mode, oldVersionServes, release, statements, estimateMs }) => ({
      name,
      mode,
      old_version_serves: oldVersionServes,
      unused_since: release,
      estimate_ms: Math.round(estimateMs),
      statements: statements.map(({ text, effects }) => ({
        text,
        effects: effects.map(({ estimateMs: ms, ...one }) => ({ ...one, estimate_ms: Math.round(ms) })),
      })),
    })),
  };
}

export function planText({ measured, migrations }: Plan): string {
  if (migrations.length === 0) return 'The database is up to date: there is nothing to do.';
  const rate = measured
    ? `Estimates from ${sizeOf(measured.bytes)} of ${measured.table}, read at ${sizeOf(measured.bytesPerSecond)} a second.`
    : 'No table is large enough to measure; estimates assume 100 MB a second.';
  return [...migrations.map(migrationText), rate].join('\n\n');
}

function migrationText({ name, mode, oldVersionServes, release, statements, estimateMs }: PlannedMigration): string {
  const serves = oldVersionServes
    ? 'the version before serves on'
    : `ENDS THE VERSION BEFORE ${release ?? 'IT'}: update every process first`;
  const lines = statements.flatMap(({ text, effects }) => [
    `  ${shorten(text)}`,
    ...effects.map((one) => `    ${effectText(one)}`),
  ]);
  return [`${name}: ${MODES[mode]}; about ${timeOf(estimateMs)}; ${serves}`, ...lines].join('\n');
}

function effectText({ table, lock, blocks, work, rows, bytes, estimateMs }: PlannedEffect): string {
  const size = rows === null || bytes === null ? 'not there yet' : `about ${Math.round(rows)} rows, ${sizeOf(bytes)}`;
  const does = work === 'none' ? 'touches no rows' : work;
  return `${table || 'unknown'} (${size}): ${lock}, blocks ${blocks}; ${does}; ${timeOf(estimateMs)}`;
}

function shorten(text: string): string {
  const line = printable(text);
  return line.length > STATEMENT_CHARACTERS_MAX ? `${line.slice(0, STATEMENT_CHARACTERS_MAX - 1)}…` : line;
}

function timeOf(ms: number): string {
  if (ms < 100) return 'less than 0.1 s';
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

const sizeOf = (bytes: number) =>
  bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / 1024 ** 2).toFixed(0)} MB`;
