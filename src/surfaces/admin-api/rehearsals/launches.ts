import { startRehearsal, stopRehearsal } from '../../../core/rehearsals/commands/start.ts';
import { listRehearsals, readRehearsal } from '../../../core/rehearsals/queries/rehearsals.ts';
import * as operations from '../../../protocol/schema/admin-api/rehearsals.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { launchFrom, rehearsalJson } from './json.ts';
import { rehearsalSheet } from './sheets.ts';

/** Registers rehearsals of launches. */
export function registerRehearsals({ reads, sendsCsv, writes }: AdminRoutes): void {
  reads(operations.listRehearsals, async ({ store }, _, { db }) =>
    (await listRehearsals(db, store.id)).map(rehearsalJson),
  );
  reads(operations.getRehearsal, async ({ store }, { rehearsal_id: id }, { db }) =>
    rehearsalJson(await readRehearsal(db, store.id, id)),
  );
  sendsCsv(operations.exportRehearsal, async ({ store }, { rehearsal_id: id, sheet }, { db }) => ({
    name: `rehearsal-${sheet}`,
    sheet: rehearsalSheet(await readRehearsal(db, store.id, id), sheet),
  }));
  writes(operations.startRehearsal, ({ store }, input) => ({
    run: async (joined) => ({ subject: await startRehearsal(joined, store.id, launchFrom(input, store)) }),
    answer: async ({ db }, { subject }) => rehearsalJson(await readRehearsal(db, store.id, subject)),
  }));
  writes(operations.stopRehearsal, ({ store }, { rehearsal_id }) => ({
    async run(joined) {
      const { id } = await readRehearsal(joined.db, store.id, rehearsal_id);
      await stopRehearsal(joined, store.id, id);
      return { subject: id };
    },
    answer: async ({ db }, { subject }) => rehearsalJson(await readRehearsal(db, store.id, subject)),
  }));
}
