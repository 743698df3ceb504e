import { BUSY, median, ROUNDS, wavers } from './harness.ts';

export type Limit = {
  /** Names the measured operation. */
  what: string;
  /** Runs the operation once and resolves with the measured value. */
  measure: () => Promise<number>;
  /** Measured in turn with the operation. The limit then applies to the ratio. */
  reference?: { name: string; measure: () => Promise<number> };
  unit: string;
  /** The promised maximum (README). */
  most: number;
  /** Measurements within a round, whose median counts. */
  turns?: number;
};

/** The result that `npm run bench` collects from its processes. */
export type LimitResult = {
  what: string;
  value: number;
  unit: string;
  most: number;
  /** The reference wavered so much that the value says nothing. */
  isBusy?: boolean;
};

/**
 * Measures five rounds after a warm-up round that does not count, and prints their median beside the limit. The process
 * fails when the median is above the limit, unless the machine was too busy to judge.
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
  const isBusy = reference !== undefined && wavers(rounds.map((round) => round.theirs));
  const result = { what, value: median(values), unit: reference ? `× ${reference.name}` : unit, most, isBusy };
  if (reference) print('ratio', values);
  return judge(result);
}

/**
 * Prints the verdict on one value and sends it to the parent process. The process fails when the value is above the
 * limit.
 */
export function judge(result: LimitResult): LimitResult {
  console.log(`  ${limitVerdict(result)}`);
  if (!(result.value <= result.most) && !result.isBusy) process.exitCode = 1;
  process.send?.(result);
  return result;
}

export function limitVerdict({ value, most, isBusy }: Pick<LimitResult, 'value' | 'most' | 'isBusy'>): string {
  if (isBusy) return BUSY;
  return `${value <= most ? '✓ within' : '✗ above'} ${most}`;
}

function print(name: string, values: number[]): void {
  const digits = Math.max(...values) < 10 ? 2 : 0;
  const cells = [...values, median(values)].map((value) => value.toFixed(digits).padStart(8));
  console.log(`  ${name.padEnd(24)}${cells.slice(0, -1).join('')}   median ${cells.at(-1)?.trim()}`);
}
