import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { type Answer, defineStoreVerb, type VerbRunner } from '../verb.ts';

export function addCopy(
  runner: VerbRunner,
  stores: Command,
  answerOf: (deps: Deps, storeId: string) => Promise<Answer>,
): void {
  const copy = stores
    .command('copy')
    .description(
      'make a test store beside a store, with its settings, products and waitlists; prints its key and secret',
    )
    .option('--slug <slug>', 'the name of the copy (default: that of the store with -test after it)');
  defineStoreVerb<{ slug?: string }>(runner, copy, async (deps, { store, options }) => {
    const { copyAsTestStore } = await import('../../../core/rehearsals/commands/copy-store.ts');
    return answerOf(deps, await copyAsTestStore(deps, store.id, options.slug));
  });
}
