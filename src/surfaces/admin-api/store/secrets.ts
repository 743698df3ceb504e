import type { Deps } from '../../../core/deps.ts';
import { retireSharedSecret, rotateSharedSecret } from '../../../core/stores/commands.ts';
import { readSharedSecrets } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/store-life.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { noteRead } from '../note-read.ts';
import type { Change } from '../serve.ts';

/** Registers the shared secrets: read, rotate, retire. Who may change them may read them, so a repeated request shows them too. */
export function registerSecrets({ reads, writes }: AdminRoutes): void {
  const view = async (from: Pick<Deps, 'db' | 'secrets'>, storeId: string) => {
    const found = await readSharedSecrets(from, storeId);
    return { secrets: found.map(({ text, createdAt }) => ({ secret: text, created_at: createdAt.toISOString() })) };
  };

  const change = (storeId: string, run: typeof rotateSharedSecret): Change => ({
    // The activity log names the secrets by their ids.
    version: async (joined) => ({ secrets: (await readSharedSecrets(joined, storeId)).map(({ id }) => id) }),
    async run(joined) {
      await run(joined, storeId);
      return { subject: storeId };
    },
    answer: (joined) => view(joined, storeId),
  });

  reads(operations.listSharedSecrets, async (asker, _, reading) => {
    const { id } = asker.store;
    await noteRead(reading, asker, { action: 'store.read_secret', subject: id });
    return view(reading, id);
  });
  writes(operations.rotateSharedSecret, ({ store }) => change(store.id, rotateSharedSecret));
  writes(operations.retireSharedSecret, ({ store }) => change(store.id, retireSharedSecret));
}
