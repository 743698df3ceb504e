/** One implementation in a comparison: `run` repeats the operation for a while and resolves with its rate per second. */
export type Contender = { name: string; run: () => Promise<number> };

export type Comparison = {
  /** Names the operation and its load. */
  what: string;
  reference: Contender;
  ours: Contender;
  /** The promised minimum of the ratio of ours to the reference (README). */
  reach: number;
  /** How often the two alternate within a round. More and shorter turns reduce the influence of other load. */
  turns?: number;
};

/** The result that `npm run bench` collects from its processes. */
export type ComparisonResult = {
  what: string;
  reference: { name: string; perSecond: number };
  ours: { name: string; perSecond: number };
  ratio: number;
  reach: number;
  /** The reference wavered so much that the ratio says nothing. */
  isBusy: boolean;
};

export const ROUNDS = 5;

// Of the median. A quiet machine stays within a tenth.
const WAVER_MOST = 1 / 3;

/** Returns true if a reference, which is the same work each time, was so uneven that the machine must have done something else. */
export function wavers(values: readonly number[]): boolean {
  return (Math.max(...values) - Math.min(...values)) / median(values) > WAVER_MOST;
}

export const BUSY = '– too busy to judge';

/**
 * Runs both in turn, so that a slower machine slows both, and prints the median ratio of five rounds beside the promised
 * one. A round before them warms both up and does not count. The process fails when the ratio is below the promise, unless the
 * machine was too busy to judge.
 */
export async function compare({ what, reference, ours, reach, turns = 1 }: Comparison): Promise<ComparisonResult> {
  console.log(`\n${what}`);
  await reference.run();
  await ours.run();
  const rounds: { reference: number; ours: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const sum = { reference: 0, ours: 0 };
    for (let turn = 1; turn <= turns; turn += 1) {
      sum.reference += await reference.run();
      sum.ours += await ours.run();
    }
    rounds.push({ reference: sum.reference / turns, ours: sum.ours / turns });
  }
  const ofReference = rounds.map((round) => round.reference);
  const ofOurs = rounds.map((round) => round.ours);
  const ratios = rounds.map((round) => round.ours / round.reference);
  const result: ComparisonResult = {
    what,
    reference: { name: reference.name, perSecond: median(ofReference) },
    ours: { name: ours.name, perSecond: median(ofOurs) },
    ratio: median(ratios),
    reach,
    isBusy: wavers(ofReference),
  };
  const width = Math.max(reference.name.length, ours.name.length);
  console.log(tableLine('', width, ['1', '2', '3', '4', '5', 'median']));
  console.log(tableLine(reference.name, width, [...ofReference, median(ofReference)].map(perSecond)));
  console.log(tableLine(ours.name, width, [...ofOurs, median(ofOurs)].map(perSecond)));
  console.log(`${tableLine('ratio', width, [...ratios, result.ratio].map(asRatio))}   ${verdict(result)}`);
  if (result.ratio < reach && !result.isBusy) process.exitCode = 1;
  process.send?.(result);
  return result;
}

/** Repeats `operation` from so many concurrent callers, and resolves with its completions per second. */
export async function rate(
  { callers, seconds }: { callers: number; seconds: number },
  operation: (caller: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  let done = 0;
  const call = async (caller: number) => {
    while (performance.now() < until) {
      await operation(caller);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return done / ((performance.now() - started) / 1_000);
}

export function verdict({ ratio, reach, isBusy }: Pick<ComparisonResult, 'ratio' | 'reach' | 'isBusy'>): string {
  if (isBusy) return BUSY;
  return `${ratio >= reach ? '✓ reaches' : '✗ does not reach'} ${reach}`;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function tableLine(name: string, width: number, cells: string[]): string {
  return `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(10)).join('')}`;
}

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
const asRatio = (value: number) => value.toFixed(value < 10 ? 2 : 1);
