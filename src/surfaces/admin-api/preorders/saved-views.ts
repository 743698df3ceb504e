import { removeView, saveView } from '../../../core/preorders/commands/saved-views.ts';
import { listViews } from '../../../core/preorders/queries/saved-views.ts';
import { AppError } from '../../../domain/error.ts';
import * as operations from '../../../protocol/schema/admin-api/preorder-views.ts';
import type { AdminRoutes } from '../admin-routes.ts';

/** Registers the saved views of the list of pre-orders: list, save, remove. */
export function registerSavedViews({ reads, writes }: AdminRoutes): void {
  reads(operations.listPreorderViews, ({ store }, _, { db }) => listViews(db, store.id));
  writes(operations.createPreorderView, ({ store }, { name, filters }) => ({
    async run(joined) {
      const id = await saveView(joined, store.id, { name, filters });
      return { subject: id, noted: { name, ...filters } };
    },
    async answer({ db }, { subject }) {
      const view = (await listViews(db, store.id)).find(({ id }) => id === subject);
      if (!view) throw new AppError('view_not_found', 'The view was removed meanwhile.');
      return view;
    },
  }));
  writes(operations.removePreorderView, ({ store }, { view_id: id }) => ({
    async run(joined) {
      await removeView(joined, store.id, id);
      return { subject: id };
    },
    answer: async () => ({ removed: true as const }),
  }));
}
