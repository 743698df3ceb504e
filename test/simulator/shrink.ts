import { type HistoryResult, runHistory } from './history.ts';
import type { Step } from './step.ts';
import type { HistoryDatabase } from './world.ts';

type Try = (steps: readonly Step[]) => Promise<boolean>;

/** The shortest history so far, with a function that tests whether other steps break the same rule. */
type Search = { best(): HistoryResult; stillBreaks: Try };

/**
 * Searches within a time limit for the shortest history that breaks the same rule, and resolves with its outcome. First
 * removes acts without effect and all acts of one kind at a time, then parts of the history, halves first.
 */
export async function shrink(
  database: HistoryDatabase,
  result: HistoryResult,
  secondsMax: number,
): Promise<HistoryResult> {
  const end = performance.now() + secondsMax * 1_000;
  const rule = result.violation?.rule;
  let best = result;
  const search: Search = {
    best: () => best,
    async stillBreaks(steps) {
      if (steps.length === 0 || performance.now() > end) return false;
      const tried = await runHistory(database, result.seed, { steps, onlyAtRest: result.violation?.atRest ?? false });
      if (tried.violation?.rule !== rule || sizeOf(tried) >= sizeOf(best)) return false;
      best = tried;
      return true;
    },
  };
  await leaveKindsOut(search);
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && performance.now() < end; ) {
    before = sizeOf(best);
    await leaveIdleOut(search);
    await leavePartsOut(search);
    for (let index = best.steps.length - 1; index >= 0; index -= 1) await simplify(search, index);
  }
  return best;
}

const sizeOf = ({ steps }: HistoryResult): number =>
  steps.reduce((sum, { acts, commit, call }) => sum + acts.length + (commit ? 1 : 0) + (call ? 1 : 0), 0);

async function leaveKindsOut({ best, stillBreaks }: Search): Promise<void> {
  await stillBreaks(best().steps.map(({ acts, draw }) => ({ acts, draw })));
  for (const command of commandsOf(best())) {
    const { steps } = best();
    await stillBreaks(withActs(steps, (step, act) => steps[step]?.acts[act]?.command !== command));
  }
}

/** Tells whether an act was refused or had nothing to do. */
async function leaveIdleOut({ best, stillBreaks }: Search): Promise<void> {
  const isIdle = ({ outcomes }: HistoryResult, step: number, act: number) =>
    /^(nothing|refused|counted before|0 )/.test(outcomes[step]?.[act] ?? '');
  const all = best();
  if (await stillBreaks(withActs(all.steps, (step, act) => !isIdle(all, step, act)))) return;
  for (const command of commandsOf(all)) {
    const result = best();
    await stillBreaks(
      withActs(
        result.steps,
        (step, act) => result.steps[step]?.acts[act]?.command !== command || !isIdle(result, step, act),
      ),
    );
  }
}

const commandsOf = ({ steps }: HistoryResult): Set<string> =>
  new Set(steps.flatMap(({ acts }) => acts.map(({ command }) => command)));

/** Returns the steps with only the kept acts, without empty steps. */
function withActs(steps: readonly Step[], isKept: (step: number, act: number) => boolean): Step[] {
  return steps
    .map((step, index) => ({ ...step, acts: step.acts.filter((_, act) => isKept(index, act)) }))
    .filter(({ acts }) => acts.length > 0);
}

async function leavePartsOut({ best, stillBreaks }: Search): Promise<void> {
  for (let size = Math.ceil(best().steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = best().steps.length - size; from > -size; from -= size) {
      const { steps } = best();
      await stillBreaks(steps.filter((_, index) => index < from || index >= from + size));
    }
  }
}

/** Yields a step without its faults, and without each of its acts if it has several. */
async function simplify({ best, stillBreaks }: Search, index: number): Promise<void> {
  const replaced = (changed: Step) => best().steps.map((one, at) => (at === index ? changed : one));
  const { commit, call } = best().steps[index] ?? {};
  for (const fault of [commit && 'commit', call && 'call'] as const) {
    const step = best().steps[index];
    if (!step || !fault) continue;
    const { [fault]: _, ...without } = step;
    await stillBreaks(replaced(without));
  }
  const step = best().steps[index];
  if (!step || step.acts.length < 2) return;
  for (const act of step.acts) {
    if (await stillBreaks(replaced({ ...step, acts: step.acts.filter((one) => one !== act) }))) return;
  }
}
