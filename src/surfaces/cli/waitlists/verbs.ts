import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { getLowestPrices } from '../../../protocol/schema/admin-api/lowest-prices.ts';
import type { AnswerOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as writes from '../../../protocol/schema/admin-api/waitlist-writes.ts';
import * as operations from '../../../protocol/schema/admin-api/waitlists.ts';
import { type Asking, addAskingVerb, commandFor, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import { catalogueCommand } from '../products/find.ts';
import { formatNextSteps } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { addWaitlistFiles } from './files.ts';
import { lowestPricesText } from './lowest-prices.ts';
import { OF_A_NEW_WAITLIST, TERMS } from './typed.ts';
import { onShelfText, steepPrices, steepPricesText, waitlistsTable, waitlistText } from './views.ts';

export function addWaitlists(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'create', { operation: writes.createWaitlist, typed: OF_A_NEW_WAITLIST, text: createdText });
  addShow(runner, noun);
  addAskingVerb(verbs, 'list', {
    operation: operations.listWaitlists,
    text: (waitlists, store) =>
      waitlists.length > 0
        ? waitlistsTable(waitlists, store)
        : `No waitlists. Create one with ./service waitlists create --store ${store.slug} --product-id HANDLE ….`,
  });
  addUpdate(runner, noun);
  const { open, ...others } = writes.WAITLIST_ACTS;
  for (const [act, operation] of Object.entries(others))
    addAskingVerb(verbs, `${act} <waitlist-id>`, { operation, text: waitlistText });
  addAskingVerb(verbs, 'open <waitlist-id>', { operation: open, text: openedText });
  addWaitlistFiles(runner, noun);
  addAskingVerb(verbs, 'page <waitlist-id>', { operation: operations.getWaitlistPage, text: ({ page }) => page });
}

function createdText(waitlist: operations.AdminWaitlist, store: Store): string {
  const command = (verb: string) => `./service waitlists ${verb} ${waitlist.id} --store ${store.slug}`;
  const next = formatNextSteps([
    ['Sell from now on:', command('open')],
    ...(waitlist.launches_at ? [['Or at its launch time:', command('schedule')] as const] : []),
  ]);
  return `${waitlistText(waitlist, store)}\n\n${next}`;
}

/** The lowest prices are an answer of their own, since shoppers are shown them by the law alone. */
function addShow(runner: VerbRunner, noun: Command): void {
  const { command, inputFrom } = commandFor(noun, 'show <waitlist-id>', { operation: operations.getWaitlist });
  command.addHelpText('after', `In the private API: ${getLowestPrices.id}`);
  defineAskingVerb<Record<string, unknown>>(runner, command, async ({ ask, store }, given) => {
    const input = inputFrom(given);
    const { data } = await ask(operations.getWaitlist, input);
    const { data: lowest } = await ask(getLowestPrices, input);
    const text = [waitlistText(data, store), ...lowestPricesText(lowest)].join('\n\n');
    return { data: { ...data, lowest_prices: lowest }, text };
  });
}

function addUpdate(runner: VerbRunner, noun: Command): void {
  const { updateWaitlist: operation } = writes;
  const { command, inputFrom } = commandFor(noun, 'update <waitlist-id>', { operation, typed: TERMS });
  command.option(...KEY_OPTION);
  defineAskingVerb<Record<string, unknown>>(runner, command, async ({ ask, store }, given) => {
    const input = inputFrom(given);
    const { data: before } = await ask(operations.getWaitlist, { waitlist_id: input.waitlist_id });
    const { data } = await ask(operation, input);
    return { data, text: `${steepPricesText(steepPrices(before, data), store)}${waitlistText(data, store)}` };
  });
}

async function openedText(
  { on_shelf: onShelf, ...waitlist }: AnswerOf<typeof writes.WAITLIST_ACTS.open>,
  store: Store,
  { ask, db }: Asking,
): Promise<string> {
  const { data } = await ask(operations.getWaitlistPage, { waitlist_id: waitlist.id });
  const command = `./service waitlists page ${waitlist.id} --store ${store.slug} > page.html`;
  return [
    waitlistText(waitlist, store),
    ...(onShelf.length > 0 ? [onShelfText(onShelf, waitlist, await catalogueCommand(db, store))] : []),
    formatNextSteps([['Put it on a page. This writes the page below into a file:', command]]),
    data.page,
  ].join('\n\n');
}
