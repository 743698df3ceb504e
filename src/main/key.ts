import type { Deps } from '../core/deps.ts';
import { opensSecrets } from '../core/stores/queries.ts';
import { SetupError } from '../platform/setup-error.ts';

/** Throws a `SetupError` if SECRET_KEY differs from that of the other processes: they could not open the secrets it seals. */
export async function requireKey(deps: Pick<Deps, 'db' | 'secrets'>): Promise<void> {
  if (await opensSecrets(deps)) return;
  throw new SetupError(
    'The secrets of this database were sealed with another SECRET_KEY. Every process and ./service need the same one: ' +
      'set it, or DATA_DIR to the folder that keeps it in the file secret-key.',
  );
}
