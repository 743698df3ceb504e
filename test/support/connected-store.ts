import { afterAll, beforeEach } from 'vitest';
import { findNamedProduct } from '../../src/core/catalog/names.ts';
import type { Product } from '../../src/core/catalog/queries.ts';
import { connect } from '../../src/core/connections/commands/connect.ts';
import { askForChanges, readChanged, readEverything } from '../../src/core/connections/jobs.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { handOn, type ServedExample, serveExample } from './connector-store.ts';
import { createTestStore, createTestWaitlist } from './merchant.ts';
import type { PlatformHand } from './platform-contract/under-test.ts';
import { useCore } from './use-core.ts';

/** Gives each test a store of its own beside a served reference implementation of the HTTP connector; `connect` connects them. */
export async function useConnectedStore() {
  const { core, database } = await useCore();
  const { db } = database;
  const served: ServedExample[] = [];
  const own = {
    core,
    db,
    url: database.url,
    storeId: '',
    served: {} as ServedExample,
    hand: {} as PlatformHand,
    settings: () => ({ url: own.served.url, secret: own.served.secret }),
    async connect(more: Record<string, string> = {}) {
      const settings = { ...own.settings(), ...more };
      await connect(core, await readStore(db, own.storeId), { kind: 'http', settings });
    },
    async readAll() {
      while ((await readEverything(core)) + (await readChanged(core)) > 0);
    },
    /** Asks for changes now, not in a minute. */
    async ask() {
      await db.query('UPDATE connection SET next_read_at = app_now() WHERE store_id = $1', [own.storeId]);
      await askForChanges(core);
      await own.readAll();
    },
    productOf: (id: string): Promise<Product | null> => findNamedProduct(db, own.storeId, id),
    alerts: () =>
      db.query<{ code: string; message: string }>(
        'SELECT code, message FROM alert WHERE store_id = $1 AND resolved_at IS NULL ORDER BY code',
        [own.storeId],
      ),
    async offer(productId: string): Promise<string> {
      const product = await own.productOf(productId);
      if (!product) throw new Error('no such product');
      const { storeId } = own;
      const waitlistId = await createTestWaitlist(db, { storeId, product });
      await changeWaitlistState(core, { storeId, waitlistId }, 'open');
      return waitlistId;
    },
  };
  beforeEach(async () => {
    own.served = await serveExample('EUR');
    served.push(own.served);
    own.hand = handOn(own.served.example, own.served.shop);
    own.storeId = await createTestStore(db);
  });
  afterAll(async () => {
    for (const one of served) await one.close();
  });
  return own;
}
