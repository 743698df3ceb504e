import type { Deps } from '../../../core/deps.ts';
import { retireSharedSecret, rotateSharedSecret } from '../../../core/stores/commands.ts';
import { readSharedSecrets } from '../../../core/stores/queries.ts';
import { SharedSecrets } from '../../../protocol/schema/admin-api/stores.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { noteRead } from '../note-read.ts';
import type { Act } from '../perform.ts';

const PATH = `${ADMIN_ROOT}/store/secrets`;
const response = { 200: successSchema(SharedSecrets, 'The valid shared secrets.') };

const LIST = reading('store:secrets', {
  operationId: 'listSharedSecrets',
  summary: 'The shared secrets with which your backend signs tokens for the status page',
  response,
});

const ROTATE = writing('store:secrets', {
  operationId: 'rotateSharedSecret',
  summary: 'Make a second shared secret; both are valid until the old one is retired',
  response,
});

const RETIRE = writing('store:secrets', {
  operationId: 'retireSharedSecret',
  summary: 'End the older of two shared secrets, once your backend signs with the new one',
  response,
});

/** Registers the shared secrets: read, rotate, retire. Who may change them may read them, so a repeated request shows them too. */
export function registerSecrets({ app, deps, askerOf, perform }: AdminRoutes): void {
  const view = async (from: Pick<Deps, 'db' | 'secrets'>, storeId: string) => {
    const found = await readSharedSecrets(from, storeId);
    return { secrets: found.map(({ text, createdAt }) => ({ secret: text, created_at: createdAt.toISOString() })) };
  };

  const act = (storeId: string, { action, run }: { action: string; run: (deps: Deps) => Promise<void> }): Act => ({
    action,
    // The activity log names the secrets by their ids.
    version: async (joined) => ({ secrets: (await readSharedSecrets(joined, storeId)).map(({ id }) => id) }),
    async run(joined) {
      await run(joined);
      return { subject: storeId };
    },
    answer: (joined) => view(joined, storeId),
  });

  app.get(PATH, LIST, async (request) => {
    const asker = askerOf(request);
    const { id } = asker.store;
    await noteRead({ ...deps, requestId: request.id }, asker, { action: 'store.read_secret', subject: id });
    return success(await view(deps, id));
  });

  app.post(`${PATH}/rotate`, ROTATE, async (request, reply) => {
    const { id } = askerOf(request).store;
    const run = (joined: Deps) => rotateSharedSecret(joined, id);
    return perform(request, reply, act(id, { action: 'store.rotate_secret', run }));
  });

  app.post(`${PATH}/retire`, RETIRE, async (request, reply) => {
    const { id } = askerOf(request).store;
    const run = (joined: Deps) => retireSharedSecret(joined, id);
    return perform(request, reply, act(id, { action: 'store.retire_secret', run }));
  });
}
