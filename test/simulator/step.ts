import type { CallFault } from './call-faults.ts';
import type { CommitFault } from './process-database.ts';

/** A fault and its occasion in a step: the `at`-th commit, or call to that destination, counted from 0. */
export type Planned<Fault> = { fault: Fault; at: number; where?: string };

/** One act as plain data, so that a history can be printed, shortened and replayed. */
export type Act = { command: string; args: Record<string, number | string | boolean> };

export type Step = {
  /** Several acts run in parallel, interleaved as `draw` says. */
  acts: Act[];
  draw: number;
  commit?: Planned<CommitFault>;
  call?: Planned<CallFault>;
};

/** Formats a step as a line of the report. */
export function formatStep({ acts, commit, call }: Step): string {
  const formatted = acts.map(({ command, args }) => {
    const words = Object.entries(args).map(([name, value]) => `${name} ${value}`);
    return words.length > 0 ? `${command} (${words.join(', ')})` : command;
  });
  const faults = [
    commit && `${commit.fault} at commit ${commit.at + 1}`,
    call && `${call.fault} at call ${call.at + 1} to the ${call.where}`,
  ].filter((one) => one !== undefined);
  return formatted.join('  ∥  ') + (faults.length > 0 ? `   ✗ ${faults.join(', ')}` : '');
}

/**
 * Returns the planned fault at its occasion, even in a later step, and calls `onMet` with it. A dead destination does not
 * answer for the rest of the step.
 */
export function createOccasions<Fault extends string>(onMet: (fault: Fault, where: string) => void) {
  const planned = new Map<string, Planned<Fault>>();
  const dead = new Set<string>();
  return {
    plan(next: Planned<Fault> | undefined) {
      dead.clear();
      if (next) planned.set(next.where ?? '', { ...next });
    },
    next(where = ''): Fault | null {
      const next = planned.get(where);
      if (dead.has(where)) return 'dead' as Fault;
      if (!next) return null;
      next.at -= 1;
      if (next.at >= 0) return null;
      planned.delete(where);
      onMet(next.fault, where);
      if (next.fault === 'dead') dead.add(where);
      return next.fault;
    },
    /** Removes all planned faults. */
    forget() {
      planned.clear();
      dead.clear();
    },
  };
}
