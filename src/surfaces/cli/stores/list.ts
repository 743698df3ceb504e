import type { Command } from 'commander';
import { listStores } from '../../../core/stores/queries.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import { formatTable } from '../terminal.ts';
import { defineReadingVerb, type VerbRunner } from '../verb.ts';

/** Adds `list`. It is loaded alone, because scripts and people call it often. */
export function addStoresList(runner: VerbRunner, noun: Command): void {
  defineReadingVerb(runner, noun.command('list').description('all stores'), async ({ db }) => {
    const stores = await listStores(db);
    const rows = stores.map((store) => [store.slug, store.name, store.mode, store.currency, store.publicKey]);
    const text = formatTable(['Store', 'Name', 'Mode', 'Currency', 'Public key'], rows);
    const empty = 'There is no store yet. Create one with ./service stores create.';
    return { data: stores.map(storeJson), text: stores.length > 0 ? text : empty };
  });
}
