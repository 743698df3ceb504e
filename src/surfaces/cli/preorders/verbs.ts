import type { Command } from 'commander';
import { goOnDespiteDispute } from '../../../core/accounts/commands/dispute.ts';
import { readWait } from '../../../core/accounts/queries/disputes.ts';
import type { Deps } from '../../../core/deps.ts';
import { giveBack } from '../../../core/payments/commands/give-back.ts';
import { advanceLines, type Stage } from '../../../core/preorders/commands/advance.ts';
import { cancelLines } from '../../../core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { parseMoney } from '../../../domain/money.ts';
import { lineByNumber } from '../../merchant-json/preorders.ts';
import { addStart } from '../imports/verbs.ts';
import { formatAmount, formatCount } from '../terminal.ts';
import { collect } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { addFulfilments } from './fulfilments.ts';
import { addLists } from './list.ts';
import { type LineOptions, linesOf, showAnswer } from './show.ts';
import { addWords } from './words.ts';

type CancelOptions = LineOptions & { keepDeposit?: true };
type StageOptions = LineOptions & { despiteDispute?: true };
type RefundOptions = { line: string; amount: string; reason: string };
type InStore<Options> = Input<Options> & { store: Store };

export function addPreorders(runner: VerbRunner, preorders: Command): void {
  addLists(runner, preorders);
  addStart(runner, preorders.command('import'), 'preorders');

  const show = preorders
    .command('show')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('show one pre-order: its line items, their dates and places, its money, and all events');
  defineStoreReading(runner, show, async ({ db }, { store, args: [reference = ''] }) =>
    showAnswer(db, store, reference),
  );

  const cancel = preorders
    .command('cancel')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('cancel the named line items, or all; what was paid is refunded')
    .option('--line <n>', 'the number of a line item, as shown; repeatable', collect)
    .option('--keep-deposit', 'as if the shopper cancelled: a deposit that was sold as not refundable is kept');
  defineStoreVerb<CancelOptions>(runner, cancel, cancelVerb);

  const refund = preorders
    .command('refund')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('give back a part of what a line item has paid; the line item goes on')
    .requiredOption('--line <n>', 'the number of the line item, as shown')
    .requiredOption('--amount <amount>', "in the store's currency, such as 15.00")
    .requiredOption('--reason <text>', 'why: the customer reads it in the mail');
  defineStoreVerb<RefundOptions>(runner, refund, refundVerb);

  addGoOn(runner, preorders);
  addWords(runner, preorders);
  addStage(runner, preorders, {
    verb: 'release',
    to: 'released',
    what: 'have arrived at the store, which charges the balance',
  });
  addFulfilments(runner, preorders);
  addStage(runner, preorders, { verb: 'return', to: 'returned', what: 'came back' });
}

function addGoOn(runner: VerbRunner, preorders: Command): void {
  const command = preorders
    .command('go-on')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('release and charge it in its turn, although a payment is disputed or was taken back');
  defineStoreVerb(runner, command, async (deps, { store, args: [reference = ''] }) => {
    const { id: preorderId } = await readPreorder(deps.db, store.id, reference);
    await goOnDespiteDispute(deps, { storeId: store.id, preorderId });
    const { data, text } = await showAnswer(deps.db, store, reference);
    return { data, text: `It goes on. You still get alerts about the bank’s decision.\n\n${text}` };
  });
}

function addStage(runner: VerbRunner, preorders: Command, stage: { verb: string; to: Stage; what: string }): void {
  const command = preorders
    .command(stage.verb)
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description(`record that line items ${stage.what}; the named ones, or all that can`)
    .option('--line <n>', 'the number of a line item, as shown; repeatable', collect);
  if (stage.to === 'released') command.option('--despite-dispute', 'first let it go on, as go-on does');
  defineStoreVerb<StageOptions>(runner, command, (deps, input) => stageVerb(deps, input, stage.to));
}

async function cancelVerb(deps: Deps, { store, options, args }: InStore<CancelOptions>): Promise<Answer> {
  const preorder = await readPreorder(deps.db, store.id, args[0] ?? '');
  const lineIds = linesOf(preorder, options);
  const cancelled = await cancelLines(deps, {
    storeId: store.id,
    preorderId: preorder.id,
    lineIds,
    reason: 'merchant',
    keepDeposit: options.keepDeposit ?? false,
  });
  const { data, text } = await showAnswer(deps.db, store, preorder.reference);
  const amount = (minor: number) => formatAmount(minor, preorder.currency);
  const kept = cancelled.kept > 0 ? ` ${amount(cancelled.kept)} of their deposit is kept.` : '';
  const done =
    cancelled.lineIds.length === 0
      ? 'Nothing was left to cancel.'
      : `Cancelled ${formatCount(cancelled.lineIds.length, 'line item')}. The service gives back what was paid for them, ${amount(cancelled.amount)}.${kept}`;
  return { data: { ...data, cancelled_line_ids: cancelled.lineIds }, text: `${done}\n\n${text}` };
}

async function refundVerb(deps: Deps, { store, options, args }: InStore<RefundOptions>): Promise<Answer> {
  const preorder = await readPreorder(deps.db, store.id, args[0] ?? '');
  const { id: storeId } = store;
  const { reason } = options;
  const amount = parseMoney(options.amount, preorder.currency, 'amount');
  const lineId = lineByNumber(preorder, options.line);
  const { left } = await giveBack(deps, { storeId, preorderId: preorder.id, lineId, amount, reason });
  const { data, text } = await showAnswer(deps.db, store, preorder.reference);
  const done = `${formatAmount(amount, preorder.currency)} will be refunded; up to ${formatAmount(left, preorder.currency)} more of this line item can be.`;
  return { data: { ...data, given_back_line_id: lineId }, text: `${done}\n\n${text}` };
}

async function stageVerb(deps: Deps, { store, options, args }: InStore<StageOptions>, to: Stage): Promise<Answer> {
  const preorder = await readPreorder(deps.db, store.id, args[0] ?? '');
  const key = { storeId: store.id, preorderId: preorder.id };
  if (options.despiteDispute && (await readWait(deps.db, key))) await goOnDespiteDispute(deps, key);
  const lineIds = linesOf(preorder, options);
  const moved = await advanceLines(deps, { ...key, to, lineIds });
  const { data, text } = await showAnswer(deps.db, store, preorder.reference);
  const done =
    moved.length === 0 ? `Nothing was left to be ${to}.` : `${formatCount(moved.length, 'line item')} now ${to}.`;
  return { data: { ...data, moved_line_ids: moved }, text: `${done}\n\n${text}` };
}
