import { afterAll, beforeAll, describe } from 'vitest';
import type { Engine, EngineName } from './engine.ts';
import { findEngines } from './find.ts';

/**
 * Runs the tests in each engine and skips engines that are not installed. `$name` in the title is the engine's name.
 */
export async function describeEngines(
  title: string,
  tests: (given: { name: EngineName; engine: Pick<Engine, 'open'> }) => void,
): Promise<void> {
  describe.each(await findEngines())(title, ({ name, launch }) => {
    describe.skipIf(!launch)('where it is installed', () => {
      let running: Engine | undefined;
      beforeAll(async () => {
        running = await launch?.();
      });
      afterAll(() => running?.close());
      const open: Engine['open'] = async () => {
        if (!running) throw new Error(`${name} is not running`);
        return running.open();
      };
      tests({ name, engine: { open } });
    });
  });
}
