import { afterAll, beforeAll, describe } from 'vitest';
import type { Engine, EngineName, FrameStorage } from './engine.ts';
import { findEngines } from './find.ts';

/**
 * Runs the tests in each engine and skips engines that are not installed. `$name` in the title is the engine's name.
 * With `blocked` storage it leaves WebKit out, whose driver cannot block any.
 */
export async function describeEngines(
  title: string,
  tests: (given: { name: EngineName; engine: Pick<Engine, 'open'> }) => void,
  storage: FrameStorage = 'partitioned',
): Promise<void> {
  const engines = await findEngines();
  const able = engines.filter(({ name }) => storage === 'partitioned' || name !== 'webkit');
  describe.each(able)(title, ({ name, launch }) => {
    describe.skipIf(!launch)('where it is installed', () => {
      let running: Engine | undefined;
      beforeAll(async () => {
        running = await launch?.(storage);
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
