import type { CallFault } from './call-faults.ts';
import type { CommitFault } from './process-database.ts';

/** Which fault meets which occasion of a step: its `at`-th commit, or call to there, counted from 0. */
export type Planned<Fault> = { fault: Fault; at: number; where?: string };

/** One act of somebody, as plain data: a history can be told, shortened and replayed. */
export type Act = { command: string; args: Record<string, number | string | boolean> };

export type Step = {
  /** More than one: they run at once, interleaved as `draw` says. */
  acts: Act[];
  draw: number;
  commit?: Planned<CommitFault>;
  call?: Planned<CallFault>;
};

/** As a line of a report. */
export function tellStep({ acts, commit, call }: Step): string {
  const told = acts.map(({ command, args }) => {
    const words = Object.entries(args).map(([name, value]) => `${name} ${value}`);
    return words.length > 0 ? `${command} (${words.join(', ')})` : command;
  });
  const faults = [
    commit && `${commit.fault} at commit ${commit.at + 1}`,
    call && `${call.fault} at call ${call.at + 1} to the ${call.where}`,
  ].filter((one) => one !== undefined);
  return told.join('  ∥  ') + (faults.length > 0 ? `   ✗ ${faults.join(', ')}` : '');
}

/** Hands out the fault of the present step when its occasion comes; `onMet` is told of it, and of where it was. */
export function createOccasions<Fault extends string>(onMet: (fault: Fault, where: string) => void) {
  let planned: Planned<Fault> | undefined;
  let seen = -1;
  return {
    plan(next: Planned<Fault> | undefined) {
      planned = next;
      seen = -1;
    },
    next(where = ''): Fault | null {
      if (planned === undefined || (planned.where ?? '') !== where) return null;
      seen += 1;
      if (seen < planned.at) return null;
      if (seen === planned.at) onMet(planned.fault, where);
      // Who is dead does not answer the next call of this step either.
      return seen === planned.at || planned.fault === 'dead' ? planned.fault : null;
    },
  };
}
