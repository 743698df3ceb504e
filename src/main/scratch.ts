import { holdHandler } from '../core/checkouts/commands/hold.ts';
import type { Deps } from '../core/deps.ts';
import { migrate } from '../core/migrate.ts';
import { placeHandler } from '../core/preorders/commands/place.ts';
import type { Scratch, ScratchDatabases } from '../core/rehearsals/port.ts';
import { createSaleQueue } from '../core/stock/sale-queue.ts';
import { AppError } from '../domain/error.ts';
import { createTestProvider } from '../integrations/payments/test-provider.ts';
import { type Database, openDatabase } from '../platform/db.ts';
import { scratchServer, whyNotMade } from '../platform/scratch-database.ts';

// One shopper after the other: a rehearsal never takes more of the server than one customer does.
const CONNECTIONS = 3;

/** Makes databases for rehearsals, on the server of the service or on the one that `url` names. */
export function scratchDatabases(deps: Omit<Deps, 'scratch'>, url?: string | undefined): ScratchDatabases<Deps> {
  const open = (address: string) => openDatabase({ url: address, poolConnectionsMax: CONNECTIONS, onError: () => {} });
  const server = scratchServer({ db: deps.db, open, url });
  const scratch: ScratchDatabases<Deps> = {
    async open(name) {
      const address = await server.create(name).catch((error: unknown) => {
        const message = `No database could be made for the rehearsal: ${whyNotMade(error, url)}.`;
        throw new AppError('rehearsal_impossible', message);
      });
      const db = open(address);
      const over = await overDatabase({ ...deps, scratch }, db).catch(async (error: unknown) => {
        await db.close();
        await server.remove(name);
        throw error;
      });
      return {
        ...over,
        async close() {
          await over.close();
          await server.remove(name);
        },
      };
    },
    async removeLeft(running) {
      const kept = new Set(running.map((name) => name.replaceAll(/[^a-z0-9]/g, '')));
      for (const name of await server.list()) if (!kept.has(name)) await server.remove(name);
    },
  };
  return scratch;
}

/** Builds the core over a scratch database: its payments are test payments, and nothing leaves it. */
async function overDatabase(deps: Deps, db: Database): Promise<Scratch<Deps>> {
  await migrate(db);
  const provider = createTestProvider({ db, onChange: async () => {} });
  const sales = createSaleQueue(() => db.connect({ pipeline: true }), { hold: holdHandler, place: placeHandler });
  return {
    deps: {
      ...deps,
      db,
      lookups: db,
      sales,
      payments: () => provider,
      paymentsFor: async () => provider,
      testProvider: provider,
      mail: { send: async () => {} },
      askShelf: async () => {},
      answers: { invalidate: () => {} },
      outbox: { wake: () => {}, stop: async () => {} },
    },
    async close() {
      await sales.stop();
      await db.close();
    },
  };
}
