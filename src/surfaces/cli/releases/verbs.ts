import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Basics, Deps } from '../../../core/deps.ts';
import { startRelease, stopRelease } from '../../../core/releases/commands/start.ts';
import { stepRelease } from '../../../core/releases/commands/step.ts';
import { previewRelease } from '../../../core/releases/queries/preview.ts';
import { listReleases, readBatch, readRelease } from '../../../core/releases/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { RELEASE_LIMIT_MAX } from '../../../domain/release.ts';
import { releaseJson, releasePreviewJson } from '../../merchant-json/releases.ts';
import { limitOption, numberTo } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { previewText } from './previews.ts';
import { progressLine, releasesTable, releaseText } from './views.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 500;
const LOOK_MS = 500;
// A worker moves money within seconds. After this time no worker runs, or the provider does not answer.
const STUCK_MS = 15_000;

type InStore<Options> = Input<Options> & { store: Store };

/** Adds the merchant's verbs for releases: preview, run, stop and list them. */
export function addReleases(runner: VerbRunner, releases: Command): void {
  const limit = (command: Command) =>
    command.option('--limit <n>', 'the maximal number of line items', numberTo(RELEASE_LIMIT_MAX));

  const preview = limit(releases.command('preview').argument('<batch>', 'its id'));
  preview.description('show who would get what, and what would be charged; changes nothing');
  defineStoreVerb<{ limit?: number }>(runner, preview, async (deps, { store, args, options }) => {
    const target = { storeId: store.id, batchId: args[0] ?? '' };
    const found = await previewRelease(deps, target, options.limit ?? null);
    return { data: releasePreviewJson(found, store), text: previewText(found, store) };
  });

  const run = limit(releases.command('run').argument('<batch>', 'its id'))
    .option('--detach', 'only start it: the workers continue')
    .description('release what has arrived: units, charges, orders');
  defineStoreVerb<RunOptions>(runner, run, (deps, input) => runVerb(deps, runner, input));

  const show = releases.command('show').argument('<release>', 'its id').description('show the progress of a release');
  defineStoreVerb(runner, show, (deps, { store, args }) => releaseAnswer(deps, store, args[0]));

  const stop = releases
    .command('stop')
    .argument('<release>', 'its id')
    .description('stop a release: it hands out no more units');
  defineStoreVerb(runner, stop, async (deps, { store, args: [releaseId = ''] }) => {
    await stopRelease(deps, { storeId: store.id, releaseId });
    const answer = await releaseAnswer(deps, store, releaseId);
    if (answer.data.state !== 'done') return answer;
    return { ...answer, text: `It has already finished, so there was nothing to stop.\n\n${answer.text}` };
  });

  const list = releases
    .command('list')
    .option('--batch <id>', 'only those of the batch')
    .addOption(limitOption(LIMIT_MAX, LIMIT_DEFAULT))
    .description('the newest first');
  defineStoreReading<{ batch?: string; limit: number }>(runner, list, listVerb);
}

type RunOptions = { limit?: number; detach?: boolean };

async function runVerb(
  deps: Deps,
  { terminal, json }: VerbRunner,
  { store, args, options }: InStore<RunOptions>,
): Promise<Answer> {
  const target = { storeId: store.id, batchId: args[0] ?? '' };
  const releaseId = await startRelease(deps, { ...target, limit: options.limit ?? null });
  if (releaseId === null) {
    const { id } = await readBatch(deps.db, store.id, target.batchId);
    return { data: null, text: `Nothing of batch ${id} can be released: see ./service batches show ${id}.` };
  }
  if (options.detach) return releaseAnswer(deps, store, releaseId);
  const progress = json ? async () => {} : (text: string) => terminal.writeError(text);
  const outcome = await followRelease(deps, { storeId: store.id, releaseId }, progress);
  const answer = await releaseAnswer(deps, store, releaseId);
  if (outcome === 'ended') return answer;
  if (outcome === 'resting') return { ...answer, text: `${answer.text}\n\n${RESTS}` };
  const hint = 'The release waits for payments and goes on by itself when a worker runs.';
  return { ...answer, text: `${answer.text}\n\n${hint}`, partly: true };
}

const RESTS =
  'The units left are kept for earlier line items whose first payment is due or disputed. They get the units when they are paid or the bank has decided. Otherwise the units go to the next in the queue. Workers do this.';

/** Takes steps like a worker and reports progress until nothing more can be done. Resolves with `stuck` after too long a wait. */
async function followRelease(
  deps: Deps,
  release: { storeId: string; releaseId: string },
  progress: (text: string) => Promise<void>,
): Promise<'ended' | 'resting' | 'stuck'> {
  let shown = '';
  let movedAt = Date.now();
  for (;;) {
    const outcome = await stepRelease(deps, release);
    const state = await readRelease(deps.db, release.storeId, release.releaseId);
    const line = progressLine(state);
    if (line !== shown) {
      await progress(`${line}\n`);
      shown = line;
      movedAt = Date.now();
    }
    if ((outcome === 'ended' || outcome === 'resting') && state.moving === 0) return outcome;
    if (Date.now() - movedAt > STUCK_MS) return 'stuck';
    await pause(LOOK_MS);
  }
}

async function listVerb(
  { db }: Basics,
  { store, options }: InStore<{ batch?: string; limit: number }>,
): Promise<Answer> {
  const { limit } = options;
  const batchId = options.batch === undefined ? undefined : (await readBatch(db, store.id, options.batch)).id;
  const found = await listReleases(db, store.id, { batchId, limit });
  const text = found.length > 0 ? releasesTable(found, store) : 'No releases. See ./service batches arrive.';
  return { data: found.map(releaseJson), text };
}

async function releaseAnswer({ db }: Pick<Deps, 'db'>, store: Store, releaseId = '') {
  const release = await readRelease(db, store.id, releaseId);
  return { data: releaseJson(release), text: releaseText(release, store) };
}
