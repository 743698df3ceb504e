import type { Basics } from '../../../core/deps.ts';
import { readSharedSecrets, readStore } from '../../../core/stores/queries.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import type { Answer } from '../verb.ts';
import { storeText } from './views.ts';

/** Returns one store, with its public key and shared secrets. */
export async function storeAnswer(deps: Pick<Basics, 'db' | 'secrets'>, storeId: string): Promise<Answer> {
  const store = await readStore(deps.db, storeId);
  const secrets = await readSharedSecrets(deps, storeId);
  const [newest, old] = secrets.map(({ text }) => text);
  return {
    data: { ...storeJson(store), shared_secret: newest, old_shared_secret: old ?? null },
    text: storeText(store, secrets),
  };
}
