import type { Deps } from '../core/deps.ts';
import { opensSecrets } from '../core/stores/queries.ts';
import { SetupError } from '../platform/setup-error.ts';

/** Throws a sentence where the key is another one: what would be sealed with it, nobody else could open. */
export async function requireKey(deps: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  if (await opensSecrets(deps)) return;
  throw new SetupError(
    'The secrets of this database were sealed with another SECRET_KEY. Every process and ./service need the same one: ' +
      'set it, or DATA_DIR to the folder that keeps it in the file secret-key.',
  );
}
