import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Seconds of the files that take long, as `RECORD_TIMES=yes npm run test:all` wrote them. A file that is not named is a short one. */
const TIMES: Record<string, number> = JSON.parse(readFileSync(new URL('../times.json', import.meta.url), 'utf8'));

/**
 * Runs the longest files first, so that no worker ends with a long one while the others have nothing left. Vitest alone goes by bytes
 * where it has no results of its own, and a campaign of fifteen minutes is a short file. Files of one project stay together: a
 * worker that changes the project starts again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const seconds = new Map(sorted.map((one) => [one, TIMES[relative(one.project.config.root, one.moduleId)] ?? 0]));
    const longest = new Map<string, number>();
    for (const [{ project }, time] of seconds)
      longest.set(project.name, Math.max(time, longest.get(project.name) ?? 0));
    const by = (value: (one: TestSpecification) => number) => (one: TestSpecification, other: TestSpecification) =>
      value(one) - value(other);
    return sorted
      .toSorted(by((one) => -(seconds.get(one) ?? 0)))
      .toSorted(by((one) => -(longest.get(one.project.name) ?? 0)))
      .toSorted(by((one) => one.project.config.sequence.groupOrder));
  }
}
