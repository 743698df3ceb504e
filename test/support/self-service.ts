import { linkToken } from '../../src/core/links/commands.ts';
import type { LinkPurpose } from '../../src/core/links/queries.ts';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { startApi } from './api.ts';
import { expectSoundBooks } from './books.ts';
import { buyFrom } from './buy.ts';
import { createCore } from './core.ts';
import { createSizes, type Sizes, type SizesOptions } from './sizes.ts';
import { createStatusClient, tokenFor } from './status-client.ts';

export const CUSTOMER = 'ada@mail.example';

export type SelfService = Awaited<ReturnType<typeof openSelfService>>;

/** Starts the service, with helpers that change pre-orders like the status frame. */
export async function openSelfService() {
  const api = await startApi();
  const core = createCore(api.db);
  const client = createStatusClient(api);

  async function buyAndSignIn(offer: Sizes, quantity = 1, email = CUSTOMER) {
    const reference = await buyFrom(core, offer, { email, quantity });
    const token = await tokenFor(api.deps, offer.storeId, { email });
    const session = (await client.signIn(offer.storeKey, token)).data.session;
    const guest = (await client.lookUp(offer.storeKey, { reference, place: '10115' })).data.session;
    const { lines, id } = await readPreorder(api.db, offer.storeId, reference);
    const at = (path: string) => `/preorders/${reference}${path}`;
    return { reference, session, guest, id, lineItemId: lines[0]?.id ?? '', at };
  }

  return {
    api,
    core,
    client,
    async close() {
      await expectSoundBooks(api.db);
      await core.stop();
      await api.stop();
    },
    /** A pre-order, its customer's session and the session of a guest who looked it up. */
    buyAndSignIn,
    async open(options: SizesOptions = {}, quantity = 1) {
      const offer = await createSizes(core, options);
      return { offer, ...(await buyAndSignIn(offer, quantity)) };
    },
    /** Moves the money of a pre-order like the job. */
    async settleMoney({ storeId }: Sizes, reference: string) {
      const { id } = await readPreorder(api.db, storeId, reference);
      await moveMoney(core, storeId, id);
    },
    post: <Data>(path: string, session: string | undefined, body?: unknown) =>
      client.call<Data>('POST', path, { session, ...(body !== undefined && { body }) }),
    get: <Data>(path: string, session: string | undefined) => client.call<Data>('GET', path, { session }),
    /** Opens the page of the newest link of this purpose. */
    async pathOf(preorderId: string, purpose: LinkPurpose): Promise<string> {
      const [link] = await api.db.query<{ id: string }>(
        'SELECT id FROM link WHERE preorder_id = $1 AND purpose = $2 ORDER BY created_at DESC LIMIT 1',
        [preorderId, purpose],
      );
      return `/links/${purpose}/${linkToken(api.deps, link?.id ?? '', purpose)}`;
    },
  };
}
