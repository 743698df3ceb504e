import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the files that take long, as `RECORD_TIMES=yes npm run test:all` wrote them. A file that is not named is a short one. */
const TIMES: Record<string, number> = JSON.parse(readFileSync(new URL('../times.json', import.meta.url), 'utf8'));
const SHORT_SECONDS = 3;

/**
 * Runs the longest files first, so that no worker ends with a long one while the others have nothing left. Vitest alone goes by bytes
 * where it has no results of its own, and a campaign of fifteen minutes is a short file. Files of one project stay together: a
 * worker that changes the project starts again.
 */
export class LongestFirst extends BaseSequencer {
  /** Deals the files out by their times, the longest first, each to the part that has least. The plans are in each part. */
  override async shard(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const parts = Array.from({ length: count }, () => ({ seconds: 0, files: [] as TestSpecification[] }));
    const byName = specifications.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
    for (const file of byName.toSorted((one, other) => secondsOf(other) - secondsOf(one))) {
      if (file.project.name === 'plans') continue;
      const least = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
      least.files.push(file);
      least.seconds += secondsOf(file);
    }
    const plans = specifications.filter(({ project }) => project.name === 'plans');
    return [...(parts[index - 1]?.files ?? []), ...plans];
  }

  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const longest = new Map<string, number>();
    for (const one of sorted)
      longest.set(one.project.name, Math.max(secondsOf(one), longest.get(one.project.name) ?? 0));
    const by = (value: (one: TestSpecification) => number) => (one: TestSpecification, other: TestSpecification) =>
      value(one) - value(other);
    return sorted
      .toSorted(by((one) => -secondsOf(one)))
      .toSorted(by((one) => -(longest.get(one.project.name) ?? 0)))
      .toSorted(by((one) => one.project.config.sequence.groupOrder));
  }
}

function secondsOf({ project, moduleId }: TestSpecification): number {
  return TIMES[relative(project.config.root, moduleId)] ?? SHORT_SECONDS;
}
