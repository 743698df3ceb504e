import { COMMANDS } from './commands/index.ts';
import { ALL_FAULTS } from './create-world.ts';
import type { HistorySummary } from './worker.ts';

export type Tally = {
  add(summary: HistorySummary): void;
  /** Formats as a table how often everything occurred. */
  table(): string;
  /** Lists expected events that never occurred. */
  missing(): string[];
  lastLine(): string;
  readonly violations: number;
  readonly seeds: number;
};

/** Adds histories up. */
export function createTally(): Tally {
  const met: Record<string, number> = {};
  const done: Record<string, number> = {};
  let seeds = 0;
  let steps = 0;
  let violations = 0;
  const addTo = (sums: Record<string, number>, more: Record<string, number>) => {
    for (const [name, times] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + times;
  };
  const rows = () => [
    ...Object.keys(COMMANDS).map((name) => ({ name, met: met[name] ?? 0, done: done[name] ?? 0 })),
    ...ALL_FAULTS.map((name) => ({ name: `✗ ${name}`, met: met[name] ?? 0, done: met[name] ?? 0 })),
  ];
  return {
    add(summary) {
      seeds += 1;
      steps += summary.steps;
      if (summary.broken) violations += 1;
      addTo(met, summary.met);
      addTo(done, summary.done);
    },
    table() {
      const lines = rows().map(({ name, met: tried, done: did }) => {
        const refused = did < tried ? `, ${tried - did} of them refused or broken off` : '';
        return `${String(tried).padStart(9)}  ${name}${refused}`;
      });
      return ['How often each command (✗: fault) was met:', ...lines].join('\n');
    },
    missing: () =>
      rows()
        .filter((row) => row.done === 0)
        .map(({ name }) => name),
    lastLine() {
      const faults = ALL_FAULTS.reduce((sum, name) => sum + (met[name] ?? 0), 0);
      return `${seeds} seeds, ${steps} steps (${Math.round(steps / Math.max(1, seeds))} a history), ${faults} faults, ${violations} violations`;
    },
    get violations() {
      return violations;
    },
    get seeds() {
      return seeds;
    },
  };
}

/** Describes a violation: the rule, a seed that repeats it, and the shortest history found. */
export function describeViolation({ seed, broken }: HistorySummary): string {
  if (!broken) return '';
  const { rule, detail, steps, shortest } = broken;
  const numbered = shortest.map((line, index) => `  ${String(index + 1).padStart(3)}. ${line}`);
  return [
    `VIOLATION: ${rule}`,
    `  ${detail}`,
    `  seed ${seed}, step ${steps}; to see it again: npm run simulate -- --seeds 1 --from ${seed}`,
    `  the shortest history that shows it (${shortest.length} steps, then everything comes to rest):`,
    ...numbered,
  ].join('\n');
}
