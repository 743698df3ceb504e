import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { createDiscount, endDiscount } from '../../../core/discounts/commands.ts';
import { type Discount, listDiscounts, readDiscount } from '../../../core/discounts/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { USES_MAX } from '../../../domain/discount.ts';
import { parseMoney } from '../../../domain/money.ts';
import { formatPart, parsePart } from '../../../domain/part.ts';
import { parseMoment } from '../../../domain/store-time.ts';
import { discountJson } from '../../merchant-json/discounts.ts';
import { readProduct } from '../products/verbs.ts';
import { formatAmount, formatCount, formatFields, formatTable, formatTime } from '../terminal.ts';
import { numberTo } from '../values.ts';
import { type Answer, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';

type CreateOptions = {
  off: string;
  minimum?: string;
  from?: string;
  until?: string;
  uses?: number;
  product?: string;
  waitlist?: string;
};

export function addDiscounts(runner: VerbRunner, program: Command): void {
  const discounts = program.command('discounts').description('codes that make a pre-order cheaper');
  const create = discounts
    .command('create')
    .argument('<code>', 'what shoppers type, such as SUMMER10; capitals and spaces do not matter')
    .description('create a code; a pre-order has at most one')
    .requiredOption('--off <part>', 'such as 10% off the goods, or 5.00 off the whole pre-order')
    .option('--minimum <amount>', 'the lowest price of the goods for which the code is valid')
    .option('--from <time>', 'such as "2026-06-01 09:00" on the store’s clock (default: now)')
    .option('--until <time>', 'the same')
    .option('--uses <n>', 'how many pre-orders may use it', numberTo(USES_MAX))
    .option('--product <handle-or-id>', 'only for this product')
    .option('--waitlist <id>', 'only on this waitlist');
  defineStoreVerb<CreateOptions>(runner, create, createVerb);

  const list = discounts
    .command('list')
    .description('the newest first')
    .option('--all', 'also expired and ended codes');
  defineStoreVerb<{ all?: boolean }>(runner, list, async ({ db }, { store, options }) => {
    const found = await listDiscounts(db, store.id, { over: options.all ?? false });
    const empty = 'No codes. Make one with ./service discounts create CODE --off 10%.';
    return {
      data: found.map((discount) => discountJson(discount, store)),
      text: found.length > 0 ? discountsTable(found, store) : empty,
    };
  });

  const show = discounts.command('show').argument('<code>').description('show one code, and how often it was used');
  defineStoreVerb(runner, show, async (deps, { store, args }) => discountAnswer(deps, store, args[0]));

  const end = discounts
    .command('end')
    .argument('<code>')
    .description('end the code: new checkouts cannot use it, pre-orders keep their discount');
  defineStoreVerb(runner, end, async (deps, { store, args: [code = ''] }) => {
    await endDiscount(deps, store.id, code);
    return discountAnswer(deps, store, code);
  });
}

async function createVerb(
  deps: Deps,
  { store, args: [given = ''], options }: Input<CreateOptions> & { store: Store },
): Promise<Answer> {
  const { currency, timeZone } = store;
  const { off, minimum, from, until, uses, product, waitlist } = options;
  const time = (text: string | undefined, param: string) =>
    text === undefined ? null : parseMoment(text, timeZone, param);
  const code = await createDiscount(deps, store.id, {
    ...parsePart(off, currency, 'off'),
    code: given,
    minimum: minimum === undefined ? 0 : parseMoney(minimum, currency, 'minimum'),
    startsAt: time(from, 'from'),
    endsAt: time(until, 'until'),
    usesMax: uses ?? null,
    productId: product === undefined ? null : (await readProduct(deps.db, store, product)).id,
    waitlistId: waitlist === undefined ? null : (await readWaitlist(deps.db, store.id, waitlist)).id,
  });
  return discountAnswer(deps, store, code);
}

async function discountAnswer({ db }: Deps, store: Store, code = ''): Promise<Answer> {
  const discount = await readDiscount(db, store.id, code);
  return { data: discountJson(discount, store), text: discountText(discount, store) };
}

const STATES = { coming: 'not yet', on: 'on', used_up: 'used up', over: 'over' };

function usesText({ placed, usesMax }: Discount): string {
  return usesMax === null ? String(placed) : `${placed} of ${usesMax}`;
}

function discountsTable(discounts: readonly Discount[], { currency, timeZone }: Store): string {
  const rows = discounts.map((discount) => [
    discount.code,
    STATES[discount.state],
    formatPart(discount, currency),
    usesText(discount),
    formatAmount(discount.given, currency),
    formatTime(discount.endedAt ?? discount.endsAt, timeZone),
  ]);
  return formatTable(['Code', 'State', 'Off', 'Used', 'Given', 'Until'], rows);
}

function discountText(discount: Discount, { currency, timeZone }: Store): string {
  return [
    `${discount.code}: ${STATES[discount.state]}`,
    formatFields([
      [
        'Off',
        `${formatPart(discount, currency)} of ${discount.kind === 'percent' ? 'the goods' : 'the whole pre-order'}`,
      ],
      ['Minimum', discount.minimum > 0 ? formatAmount(discount.minimum, currency) : ''],
      ['From', formatTime(discount.startsAt, timeZone)],
      ['Until', formatTime(discount.endsAt, timeZone)],
      ['Ended', formatTime(discount.endedAt, timeZone)],
      ['Times in', discount.startsAt || discount.endsAt || discount.endedAt ? timeZone : ''],
      ['For', discount.product && `${discount.product.handle} (${discount.product.externalId})`],
      ['Waitlist', discount.waitlistId],
      ['Used', `${usesText(discount)}, ${formatCount(discount.held, 'more is', 'more are')} being paid`],
      ['Given', formatAmount(discount.given, currency)],
    ]),
  ].join('\n\n');
}
