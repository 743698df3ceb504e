import type { Command } from 'commander';
import { findStoreBySlug } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { printable } from '../terminal.ts';
import { defineVerb, type VerbRunner } from '../verb.ts';

export function addDelete(runner: VerbRunner, stores: Command): void {
  const command = stores
    .command('delete')
    .description('delete a store with everything in it, for good; a live store must have nothing open')
    .requiredOption('--name <text>', 'its name, so that no other store goes');
  // Not a verb of a store: its entry in the activity log would go with the store.
  command.requiredOption('--store <slug>', 'the store');
  defineVerb<{ store: string; name: string }>(runner, command, async (deps, { options }) => {
    const store = await findStoreBySlug(deps.db, options.store);
    if (!store) {
      throw new AppError('store_not_found', `There is no store “${options.store.slice(0, 80)}”.`, { param: 'store' });
    }
    const { deleteStore } = await import('../../../core/stores/commands/delete.ts');
    const { removeDeletedStores } = await import('../../../core/stores/commands/remove.ts');
    await deleteStore(deps, store.id, options.name);
    await removeDeletedStores(deps);
    return { data: { slug: store.slug }, text: `${printable(store.name)} (${store.slug}) is deleted.` };
  });
}
