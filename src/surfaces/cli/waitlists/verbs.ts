import { type Command, Option } from 'commander';
import type { Basics, Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { createWaitlist } from '../../../core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../../core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../../core/waitlists/commands/update.ts';
import { listWaitlists, readWaitlist } from '../../../core/waitlists/queries.ts';
import { steepPrices } from '../../../core/waitlists/steep-prices.ts';
import {
  LIMIT_PER_CUSTOMER_MAX,
  WAITLIST_ACTS,
  WAITLIST_STATES,
  type WaitlistAct,
  type WaitlistState,
} from '../../../domain/waitlist.ts';
import { WAITLIST_SWITCHES } from '../../../domain/waitlist-switches.ts';
import { WITHDRAWAL_EXCLUSIONS } from '../../../domain/withdrawal-period.ts';
import { lowestPricesJson } from '../../merchant-json/lowest-prices.ts';
import { offerPage, onShelfJson, readOffer, variantsOnShelf } from '../../merchant-json/offers.ts';
import { waitlistJson } from '../../merchant-json/waitlists.ts';
import { catalogueCommand, readProduct } from '../products/find.ts';
import { formatNextSteps } from '../terminal.ts';
import { collect, limitOption, numberOrNone } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { lowestPricesText } from './lowest-prices.ts';
import { type TermOptions, termsFrom, type VariantOptions, variantsFrom } from './options.ts';
import { onShelfText, steepPricesText, waitlistsTable, waitlistText } from './views.ts';

type CreateOptions = TermOptions & VariantOptions & { product: string; shipsFrom: string; shipsUntil: string };
type UpdateOptions = TermOptions & VariantOptions & { reason?: string };
type ListOptions = {
  state?: WaitlistState;
  product?: string;
  open?: boolean;
  q?: string;
  limit: number;
  after?: string;
};

const PAGE_DEFAULT = 50;
const PAGE_MAX = 500;

const ACT_TEXT: Record<WaitlistAct, string> = {
  schedule: 'let it open by itself at its launch time',
  unschedule: 'back to a draft',
  open: 'sell from now on',
  pause: 'stop selling; shoppers who are already paying may finish',
  resume: 'sell again',
  close: 'end it for good; pre-orders stay',
};

export function addWaitlists(runner: VerbRunner, waitlists: Command): void {
  const create = waitlists
    .command('create')
    .description('create a draft; without a price, the price of the catalogue is copied')
    .requiredOption('--product <handle-or-id>', 'the product to offer')
    .requiredOption('--ships-from <day>', 'such as 2026-06-10')
    .requiredOption('--ships-until <day>', 'such as 2026-06-15');
  addVariants(create).option('--all <units[@price]>', 'the same for every variant of the product');
  addTerms(create);
  defineStoreVerb<CreateOptions>(runner, create, createVerb);

  const show = waitlists
    .command('show')
    .argument('<waitlist>', 'its id')
    .description('show one waitlist with its units');
  defineStoreVerb(runner, show, async (deps, { store, args }) => waitlistAnswer(deps, store, args[0]));

  const list = waitlists
    .command('list')
    .description('the newest first, in pages')
    .addOption(new Option('--state <state>', 'only those').choices(WAITLIST_STATES))
    .option('--product <handle-or-id>', 'only those of the product')
    .option('--open', 'only those that sell at this moment')
    .option('--q <text>', 'only those of products with it in title or code')
    .addOption(limitOption(PAGE_MAX, PAGE_DEFAULT))
    .option('--after <id>', 'show the page after this one');
  defineStoreReading<ListOptions>(runner, list, listVerb);

  const update = waitlists.command('update').argument('<waitlist>', 'its id').description('change the given settings');
  update
    .option('--ships-from <day>', 'with --ships-until: a new promise')
    .option('--ships-until <day>', 'such as 2026-06-15')
    .option('--reason <text>', 'why the dates move, for shoppers to read; required while shoppers wait');
  addTerms(addVariants(update));
  const { USER: madeBy } = runner.terminal.env;
  defineStoreVerb<UpdateOptions>(runner, update, (deps, input) => updateVerb(deps, input, madeBy));

  for (const act of Object.keys(WAITLIST_ACTS) as WaitlistAct[]) {
    const command = waitlists.command(act).argument('<waitlist>', 'its id').description(ACT_TEXT[act]);
    defineStoreVerb(runner, command, async (deps, { store, args: [waitlistId = ''] }) => {
      await changeWaitlistState(deps, { storeId: store.id, waitlistId }, act);
      return act === 'open' ? openedAnswer(deps, store, waitlistId) : waitlistAnswer(deps, store, waitlistId);
    });
  }

  const page = waitlists
    .command('page')
    .argument('<waitlist>', 'its id')
    .description('print a whole HTML page that sells the product');
  defineStoreVerb(runner, page, async (deps, { store, args: [waitlistId = ''] }) => {
    const text = offerPage(deps, await readOffer(deps.db, store, waitlistId));
    return { data: { page: text }, text };
  });
}

function addVariants(command: Command): Command {
  return command
    .option(
      '--variant <sku-or-id=units[@price]>',
      'units of one variant, such as AUR-M=200@129.00; repeatable',
      collect,
    )
    .option('--price <sku-or-id=amount>', 'another price than in the catalogue; repeatable', collect)
    .option('--compare-at <sku-or-id=amount>', 'a struck price, or “none” to remove it; repeatable', collect);
}

function addTerms(command: Command): void {
  command.option(
    '--limit-per-customer <n>',
    'units one customer may have, or none',
    numberOrNone({ min: 1, max: LIMIT_PER_CUSTOMER_MAX }),
  );
  for (const { field, option } of WAITLIST_SWITCHES) {
    command.addOption(new Option(`--${field.replaceAll('_', '-')} <choice>`, option).choices(['on', 'off']));
  }
  command
    .option('--countries <codes>', 'ship only to these countries of the store, such as DE,AT; or all')
    .addOption(
      new Option('--withdrawal-exclusion <reason>', 'why the law gives no right of withdrawal, or none').choices([
        ...WITHDRAWAL_EXCLUSIONS,
        'none',
      ]),
    )
    .option('--launches-at <time>', 'such as "2026-06-01 09:00" on the store’s clock, or none')
    .option('--closes-at <time>', 'the same')
    .option('--text <text>', 'your words to shoppers')
    .addOption(
      new Option('--plan <plan>', 'when shoppers pay (default: pay-now)').choices(['pay-now', 'pay-later', 'deposit']),
    )
    .option(
      '--deposit <part>',
      'what is paid at once: 20% of the total with shipping and tax, say, or 30.00 for each unit; the rest at release',
    )
    .option(
      '--deposit-kept',
      'a shopper who cancels does not get the deposit back; a consumer who withdraws by law does',
    )
    .option('--deposit-refunded', 'a shopper who cancels gets the deposit back (default)');
}

async function createVerb(deps: Deps, { store, options }: Input<CreateOptions> & { store: Store }): Promise<Answer> {
  const product = await readProduct(deps.db, store, options.product);
  const { shipWindow, ...terms } = termsFrom(options, store);
  const id = await createWaitlist(deps, store.id, {
    ...terms,
    productId: product.id,
    shipWindow: shipWindow ?? { from: options.shipsFrom, until: options.shipsUntil },
    variants: variantsFrom(options, product, store).map(({ allocation = 0, ...variant }) => ({
      ...variant,
      allocation,
    })),
  });
  const answer = await waitlistAnswer(deps, store, id);
  const command = (verb: string) => `./service waitlists ${verb} ${id} --store ${store.slug}`;
  const next = formatNextSteps([
    ['Sell from now on:', command('open')],
    ...(terms.launchesAt ? [['Or at its launch time:', command('schedule')] as const] : []),
  ]);
  return { ...answer, text: `${answer.text}\n\n${next}` };
}

async function updateVerb(
  deps: Deps,
  { store, args, options }: Input<UpdateOptions> & { store: Store },
  madeBy: string | undefined,
): Promise<Answer> {
  const before = await readWaitlist(deps.db, store.id, args[0] ?? '');
  const { product, id: waitlistId } = before;
  const variants = variantsFrom(options, await readProduct(deps.db, store, product.externalId), store);
  const changes = { ...termsFrom(options, store), variants, moved: { reason: options.reason, madeBy } };
  await updateWaitlist(deps, { storeId: store.id, waitlistId }, changes);
  const after = await readWaitlist(deps.db, store.id, waitlistId);
  const warning = steepPricesText(steepPrices(before, after), store);
  return { data: waitlistJson(after, store), text: `${warning}${waitlistText(after, store)}` };
}

async function listVerb({ db }: Basics, { store, options }: Input<ListOptions> & { store: Store }): Promise<Answer> {
  const product = options.product === undefined ? undefined : await readProduct(db, store, options.product);
  const { state, open = false, after, limit } = options;
  const text = options.q?.trim();
  const waitlists = await listWaitlists(db, store.id, { state, open, productId: product?.id, text, after, limit });
  const last = waitlists.at(-1);
  const more = last && waitlists.length === limit ? `\n\nMore: --after ${last.id}` : '';
  const empty = `No waitlists. Create one with ./service waitlists create --store ${store.slug} --product HANDLE ….`;
  return {
    data: waitlists.map((waitlist) => waitlistJson(waitlist, store)),
    text: waitlists.length > 0 ? waitlistsTable(waitlists, store) + more : empty,
  };
}

async function openedAnswer(deps: Deps, store: Store, waitlistId: string): Promise<Answer> {
  const offer = await readOffer(deps.db, store, waitlistId);
  const onShelf = variantsOnShelf(offer);
  const command = `./service waitlists page ${waitlistId} --store ${store.slug} > page.html`;
  return {
    data: { ...waitlistJson(offer.waitlist, store), on_shelf: onShelfJson(onShelf) },
    text: [
      waitlistText(offer.waitlist, store),
      ...(onShelf.length > 0 ? [onShelfText(onShelf, offer.waitlist, await catalogueCommand(deps.db, store))] : []),
      formatNextSteps([['Put it on a page. This writes the page below into a file:', command]]),
      offerPage(deps, offer),
    ].join('\n\n'),
  };
}

async function waitlistAnswer({ db }: Deps, store: Store, waitlistId = '') {
  const waitlist = await readWaitlist(db, store.id, waitlistId);
  const lowest = await lowestPricesJson(db, store, waitlist);
  const text = [waitlistText(waitlist, store), ...lowestPricesText(lowest)].join('\n\n');
  return { data: { ...waitlistJson(waitlist, store), lowest_prices: lowest }, text };
}
