import { live, type Told } from './history.ts';
import type { Step } from './step.ts';
import type { Ground } from './world.ts';

/**
 * The shortest history found in the time given that still breaks the same rule: parts are left out, halves first and
 * single steps last, then faults and what happened at the same time. Resolves with how that one went.
 */
export async function shrink(ground: Ground, told: Told, secondsMax: number): Promise<Told> {
  const end = performance.now() + secondsMax * 1_000;
  const rule = told.violation?.rule;
  let best = told;
  const stillBreaks = async (steps: readonly Step[]): Promise<boolean> => {
    if (performance.now() > end) return false;
    const tried = await live(ground, told.seed, steps);
    if (tried.violation?.rule !== rule) return false;
    best = tried;
    return true;
  };
  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && performance.now() < end; ) {
    before = sizeOf(best);
    for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
      for (let from = best.steps.length - size; from > -size; from -= size) {
        const kept = best.steps.filter((_, index) => index < from || index >= from + size);
        if (kept.length < best.steps.length) await stillBreaks(kept);
      }
    }
    for (let index = best.steps.length - 1; index >= 0; index -= 1) await simplify(best.steps, index, stillBreaks);
  }
  return best;
}

const sizeOf = ({ steps }: Told): number =>
  steps.reduce((sum, { acts, commit, call }) => sum + acts.length + (commit ? 1 : 0) + (call ? 1 : 0), 0);

/** One step without its faults, and without each of its acts where there are several. */
async function simplify(
  steps: readonly Step[],
  index: number,
  stillBreaks: (steps: readonly Step[]) => Promise<boolean>,
): Promise<void> {
  const step = steps[index];
  if (!step) return;
  const { commit, call, ...plain } = step;
  const withStep = (changed: Step) => steps.map((one, at) => (at === index ? changed : one));
  if (commit && (await stillBreaks(withStep({ ...plain, ...(call && { call }) })))) return;
  if (call && (await stillBreaks(withStep({ ...plain, ...(commit && { commit }) })))) return;
  if (step.acts.length < 2) return;
  for (const act of step.acts) {
    if (await stillBreaks(withStep({ ...step, acts: step.acts.filter((one) => one !== act) }))) return;
  }
}
