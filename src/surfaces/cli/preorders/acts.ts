import { type Command, Option } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { type Minor, parseMoney } from '../../../domain/money.ts';
import type { WriteOperation } from '../../../protocol/schema/admin-api/operation.ts';
import * as operations from '../../../protocol/schema/admin-api/preorder-acts.ts';
import type { ChangedPreorder } from '../../../protocol/schema/admin-api/preorder-writes.ts';
import type { AdminFulfilment } from '../../../protocol/schema/admin-api/preorders.ts';
import { type Asked, addAskingVerb, type TypedField } from '../asking.ts';
import { formatAmount, formatCount } from '../terminal.ts';
import { collect, parseAssignment } from '../values.ts';
import type { VerbRunner } from '../verb.ts';
import { showAnswer } from './show.ts';

/** Adds what is done with one pre-order. Each verb says what it did, then prints the pre-order as it is now. */
export function addActs(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  const act = <Op extends Acting>(usage: string, operation: Op, done: (now: ChangedPreorder) => string) =>
    addAskingVerb(verbs, usage, { operation, text: thenShown(done) });
  act('cancel <reference>', operations.cancelPreorder, cancelledText);
  addAskingVerb(verbs, 'refund <reference>', {
    operation: operations.refundLine,
    typed: { lines: LINES_BACK },
    text: thenShown(() => 'It will be refunded.'),
  });
  act('go-on <reference>', operations.goOnDespiteDispute, () => GOES_ON);
  act('release <reference>', operations.releaseLines, movedTo('released'));
  act('send <reference>', operations.sendLines, sentText);
  act('track <reference> <number>', operations.correctFulfilment, () => 'It is followed like this now.');
  act('deliver <reference> <number>', operations.deliverFulfilment, () => 'It is with the customer.');
  act('return <reference>', operations.returnLines, movedTo('returned'));
  act('note <reference> <text>', operations.addNote, () => 'Noted.');
  act('remove-note <reference> <note-id>', operations.removeNote, () => 'Removed.');
  act('write <reference> <text>', operations.writeToShopper, () => 'The mail is on its way.');
  act('contact <reference>', operations.changeContact, ({ contact }) => `Mails go to ${contact?.email} now.`);
}

/** What goes back of several line items: `--lines 1=5.00 --lines 2=5.00`. */
const LINES_BACK: TypedField = {
  options: [
    () =>
      new Option('--lines <n=amount>', 'several line items, such as 1=5.00; repeatable, in place of --line').argParser(
        collect,
      ),
  ],
  read: ({ lines }) =>
    (lines as string[] | undefined)?.map((text) => {
      const { name, value } = parseAssignment(text, 'lines');
      return { line: Number(name), amount: value };
    }),
};

type Acting = WriteOperation & Pick<typeof operations.returnLines, 'answer'>;

const GOES_ON = 'It goes on. You still get alerts about the bank’s decision.';

const thenShown =
  (done: (now: ChangedPreorder) => string) =>
  async (now: ChangedPreorder, store: Store, { db }: Pick<Asked<Acting>, 'db'>) =>
    `${done(now)}\n\n${(await showAnswer(db, store, now.reference)).text}`;

const movedTo =
  (state: string) =>
  ({ changed_lines: lines }: ChangedPreorder): string =>
    lines.length === 0 ? `Nothing was left to be ${state}.` : `${formatCount(lines.length, 'line item')} now ${state}.`;

function sentText({ changed_lines: lines, fulfilments }: ChangedPreorder): string {
  if (lines.length === 0) return 'Nothing was left to be sent.';
  const parcel = fulfilments.at(-1) as AdminFulfilment | undefined;
  return `${formatCount(lines.length, 'line item')} sent as fulfilment ${parcel?.number}.`;
}

function cancelledText({ changed_lines: changed, lines, currency }: ChangedPreorder): string {
  if (changed.length === 0) return 'Nothing was left to cancel.';
  const of = (one: (line: ChangedPreorder['lines'][number]) => string): Minor =>
    lines
      .filter(({ number }) => changed.includes(number))
      .reduce((sum, line) => sum + parseMoney(one(line), currency), 0);
  const kept = of((line) => line.kept);
  const back = of((line) => line.paid) - of((line) => line.refunded) - kept;
  const deposit = kept > 0 ? ` ${formatAmount(kept, currency)} of their deposit is kept.` : '';
  return `Cancelled ${formatCount(changed.length, 'line item')}. The service gives back what was paid for them, ${formatAmount(back, currency)}.${deposit}`;
}
