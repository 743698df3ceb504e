import type { StepDeps } from './commands/step.ts';
import { stepImport } from './commands/step.ts';
import { importsToStep } from './queries.ts';

// Long enough that a round is not mostly waiting, and short enough that imports of several stores take turns.
const TURN_MS = 2_000;

/** Goes on with every import that waits for a worker, one after the other. It polls the rows, so nothing is lost with a process. */
export async function runImports(deps: StepDeps, stopping?: AbortSignal): Promise<void> {
  for (const key of await importsToStep(deps.db)) {
    const until = performance.now() + TURN_MS;
    try {
      while (!stopping?.aborted && (await stepImport(deps, key)) && performance.now() < until);
    } catch (error) {
      // One store's fault must not stop the imports of the others.
      deps.log.warn({ err: error, ...key }, 'an import could not take its next step; the next round tries again');
    }
  }
}
