import { median, ROUNDS } from './harness.ts';

export type Limit = {
  /** What is measured, and on which page. */
  what: string;
  /** Does it once and resolves with how much it took. */
  measure: () => Promise<number>;
  /** Measured by turns with it; what is limited is then the ratio to it. */
  reference?: { name: string; measure: () => Promise<number> };
  unit: string;
  /** The most it may be (README). */
  most: number;
  /** How often it is done within a round, which counts the median of them. */
  turns?: number;
};

/** What `npm run bench` collects from the processes it starts. */
export type LimitResult = { what: string; value: number; unit: string; most: number };

/**
 * Measures five rounds after one that warms up and does not count, and prints their median beside the limit. The process
 * fails when it is above.
 */
export async function keepWithin({ what, measure, reference, unit, most, turns = 1 }: Limit): Promise<LimitResult> {
  console.log(`\n${what}`);
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const taken = { ours: [] as number[], theirs: [] as number[] };
    for (let turn = 1; turn <= turns; turn += 1) {
      if (reference) taken.theirs.push(await reference.measure());
      taken.ours.push(await measure());
    }
    if (round > 0) rounds.push({ ours: median(taken.ours), theirs: median(taken.theirs) });
  }
  const ours = rounds.map((round) => round.ours);
  print(`the service (${unit})`, ours);
  if (reference)
    print(
      `${reference.name} (${unit})`,
      rounds.map((round) => round.theirs),
    );
  const values = reference ? rounds.map((round) => round.ours / round.theirs) : ours;
  const result = { what, value: median(values), unit: reference ? `× ${reference.name}` : unit, most };
  if (reference) print('ratio', values);
  return judge(result);
}

/** Prints the verdict on one figure and passes it on. The process fails when it is above what is promised. */
export function judge(result: LimitResult): LimitResult {
  console.log(`  ${limitVerdict(result)}`);
  if (!(result.value <= result.most)) process.exitCode = 1;
  process.send?.(result);
  return result;
}

export function limitVerdict({ value, most }: Pick<LimitResult, 'value' | 'most'>): string {
  return `${value <= most ? '✓ within' : '✗ above'} ${most}`;
}

function print(name: string, values: number[]): void {
  const digits = Math.max(...values) < 10 ? 2 : 0;
  const cells = [...values, median(values)].map((value) => value.toFixed(digits).padStart(8));
  console.log(`  ${name.padEnd(24)}${cells.slice(0, -1).join('')}   median ${cells.at(-1)?.trim()}`);
}
