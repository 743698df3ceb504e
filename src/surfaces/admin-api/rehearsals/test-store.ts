import { copyAsTestStore } from '../../../core/rehearsals/commands/copy-store.ts';
import { readStore } from '../../../core/stores/queries.ts';
import { copyAsTestStore as operation } from '../../../protocol/schema/admin-api/store-life.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import type { AdminRoutes } from '../admin-routes.ts';

/** Registers the copy of a store to try things with. */
export function registerTestStore({ writes }: AdminRoutes): void {
  writes(operation, ({ store }, { slug }) => ({
    run: async (joined) => ({ subject: await copyAsTestStore(joined, store.id, slug) }),
    answer: async ({ db }, { subject }) => storeJson(await readStore(db, subject)),
  }));
}
