import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { stepRelease } from '../../../core/releases/commands/step.ts';
import { getBatch } from '../../../protocol/schema/admin-api/batches.ts';
import * as operations from '../../../protocol/schema/admin-api/releases.ts';
import { type Asking, addAskingVerb, commandFor, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import type { Answer, VerbRunner } from '../verb.ts';
import { previewText } from './previews.ts';
import { progressLine, releasesTable, releaseText } from './views.ts';

const LOOK_MS = 500;
// A worker moves money within seconds. After this time no worker runs, or the provider does not answer.
const STUCK_MS = 15_000;

/** Adds the merchant's verbs for releases: preview, run, stop and list them. */
export function addReleases(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'preview <batch-id>', {
    operation: operations.previewRelease,
    text: async (preview, store, { ask }) =>
      previewText(preview, (await ask(getBatch, { batch_id: preview.batch_id })).data.variants, store),
  });
  addRun(runner, noun);
  addAskingVerb(verbs, 'show <release-id>', { operation: operations.getRelease, text: releaseText });
  addAskingVerb(verbs, 'stop <release-id>', {
    operation: operations.stopRelease,
    text(release, store) {
      const done = 'It has already finished, so there was nothing to stop.\n\n';
      return `${release.state === 'done' ? done : ''}${releaseText(release, store)}`;
    },
  });
  addAskingVerb(verbs, 'list', { operation: operations.listReleases, text: releasesTable });
}

function addRun(runner: VerbRunner, noun: Command): void {
  const { command, inputFrom } = commandFor(noun, 'run <batch-id>', { operation: operations.startRelease });
  command.option('--detach', 'only start it: the workers continue').option(...KEY_OPTION);
  defineAskingVerb<{ detach?: boolean }>(runner, command, async (asking, given) => {
    const { release } = (await asking.ask(operations.startRelease, inputFrom(given))).data;
    if (release !== null) return answerOf(runner, asking, { release, detach: given.options.detach });
    const [batch] = given.args;
    return { data: null, text: `Nothing of batch ${batch} can be released: see ./service batches show ${batch}.` };
  });
}

async function answerOf(
  { terminal, json }: VerbRunner,
  asking: Asking,
  { release, detach }: { release: operations.AdminRelease; detach: boolean | undefined },
): Promise<Answer> {
  const { store } = asking;
  if (detach) return { data: release, text: releaseText(release, store) };
  const progress = json ? async () => {} : (text: string) => terminal.writeError(text);
  const { outcome, now } = await followRelease(asking, release.id, progress);
  const answer = { data: now, text: releaseText(now, store) };
  if (outcome === 'ended') return answer;
  if (outcome === 'resting') return { ...answer, text: `${answer.text}\n\n${RESTS}` };
  const hint = 'The release waits for payments and goes on by itself when a worker runs.';
  return { ...answer, text: `${answer.text}\n\n${hint}`, partly: true };
}

const RESTS =
  'The units left are kept for earlier line items whose first payment is due or disputed. They get the units when they are paid or the bank has decided. Otherwise the units go to the next in the queue. Workers do this.';

/** Takes steps like a worker and reports progress until nothing more can be done. Resolves with `stuck` after too long a wait. */
async function followRelease(
  { ask, compose, store }: Asking,
  releaseId: string,
  progress: (text: string) => Promise<void>,
): Promise<{ outcome: 'ended' | 'resting' | 'stuck'; now: operations.AdminRelease }> {
  const deps = await compose();
  let shown = '';
  let movedAt = Date.now();
  for (;;) {
    const outcome = await stepRelease(deps, { storeId: store.id, releaseId });
    const { data: now } = await ask(operations.getRelease, { release_id: releaseId });
    const line = progressLine(now);
    if (line !== shown) {
      await progress(`${line}\n`);
      shown = line;
      movedAt = Date.now();
    }
    if ((outcome === 'ended' || outcome === 'resting') && now.charging === 0) return { outcome, now };
    if (Date.now() - movedAt > STUCK_MS) return { outcome: 'stuck', now };
    await pause(LOOK_MS);
  }
}
