import type { Static } from 'typebox';
import { goOnDespiteDispute } from '../../../core/accounts/commands/dispute.ts';
import { readWait } from '../../../core/accounts/queries/disputes.ts';
import type { Deps } from '../../../core/deps.ts';
import { resendMail } from '../../../core/mails/commands/resend.ts';
import { readConfirmation } from '../../../core/mails/queries.ts';
import { giveBack } from '../../../core/payments/commands/give-back.ts';
import { changeContact } from '../../../core/people/commands/change-contact.ts';
import { advanceLines } from '../../../core/preorders/commands/advance.ts';
import { cancelLines } from '../../../core/preorders/commands/cancel.ts';
import { changeAddress } from '../../../core/preorders/commands/change-address.ts';
import { lockPreorderOf } from '../../../core/preorders/commands/lock.ts';
import { type Preorder, readPreorder } from '../../../core/preorders/queries.ts';
import { answerAllQuestions } from '../../../core/promises/commands/answer.ts';
import { readAtStake } from '../../../core/withdrawals/queries/at-stake.ts';
import { AppError } from '../../../domain/error.ts';
import { parseMoney } from '../../../domain/money.ts';
import type {
  AddressBody,
  AnswerBody,
  CancelBody,
  ContactBody,
  RefundBody,
  ReleaseBody,
  ReturnBody,
} from '../../../protocol/schema/admin-api/preorder-writes.ts';
import { lineByNumber } from '../../merchant-json/preorders.ts';
import type { Asker } from '../authenticate.ts';
import type { Act } from '../perform.ts';
import { allowRefund } from './refund-limit.ts';
import { detailFor, lineIdsOf, numbersOf, preorderVersion } from './views.ts';

/** One change of one pre-order. `change` resolves with the ids of the line items that it changed. */
export type Change = { action: string; change(deps: Deps, target: Target): Promise<readonly string[]> };
export type Target = { storeId: string; preorderId: string; preorder: Preorder };

/** Returns the act that makes a change and answers with the whole pre-order. */
export function actOn(asker: Asker, reference: string, { action, change }: Change): Act {
  const { store } = asker;
  return {
    action,
    lock: (tx) => lockPreorderOf(tx, store.id, reference),
    version: (deps) => preorderVersion(deps, store, reference),
    async run(deps) {
      const preorder = await readPreorder(deps.db, store.id, reference);
      const lineIds = await change(deps, { storeId: store.id, preorderId: preorder.id, preorder });
      return { subject: preorder.reference, outcome: { lines: numbersOf(preorder, lineIds) } };
    },
    answer: async (deps, { subject, outcome }) => ({
      ...(await detailFor(deps, asker, subject)).view,
      changed_lines: outcome.lines,
    }),
  };
}

export const cancelling = (asker: Asker, { lines, keep_deposit = false }: Static<typeof CancelBody>): Change => ({
  action: 'preorder.cancel',
  async change(deps, { preorder, ...key }) {
    const asked = { ...key, lineIds: lineIdsOf(preorder, lines), reason: 'merchant' as const };
    const { lineIds, amount } = await cancelLines(deps, { ...asked, keepDeposit: keep_deposit });
    allowRefund(asker, preorder, amount); // it is known only now, and a throw undoes the cancellation
    return lineIds;
  },
});

export const refunding = (asker: Asker, { reason, ...given }: Static<typeof RefundBody>): Change => ({
  action: 'preorder.refund',
  async change(deps, { preorder, ...key }) {
    const refunds = backOf(given).map(({ line, amount, param }) => ({
      lineId: lineByNumber(preorder, line),
      amount: parseMoney(amount, preorder.currency, param),
      param,
    }));
    allowRefund(
      asker,
      preorder,
      refunds.reduce((sum, { amount }) => sum + amount, 0),
    );
    for (const refund of refunds) await giveBack(deps, { ...key, ...refund, reason });
    return refunds.map(({ lineId }) => lineId);
  },
});

/** Returns what goes back of each line item, with the name of the field that says so. */
function backOf({ line, amount, lines }: Omit<Static<typeof RefundBody>, 'reason'>) {
  if (lines) {
    const isBoth = line !== undefined || amount !== undefined;
    if (isBoth) throw new AppError('invalid_parameter', 'Give lines, or line and amount.', { param: 'lines' });
    refuseTwice(lines.map((one) => one.line));
    return lines.map((one, at) => ({ ...one, param: `lines.${at}.amount` }));
  }
  if (line === undefined) throw new AppError('missing_parameter', 'line is missing.', { param: 'line' });
  if (amount === undefined) throw new AppError('missing_parameter', 'amount is missing.', { param: 'amount' });
  return [{ line, amount, param: 'amount' }];
}

function refuseTwice(lines: readonly number[]): void {
  const twice = lines.find((line, at) => lines.indexOf(line) !== at);
  if (twice === undefined) return;
  throw new AppError('invalid_parameter', `Line item ${twice} is given twice.`, { param: 'lines' });
}

/** Gives the same amount back of each of the line items; without `lines`, of all that go on. */
export const refundingEach = (
  asker: Asker,
  { lines, amount, reason }: { lines?: number[]; amount: string; reason: string },
): Change => ({
  action: 'preorder.refund',
  async change(deps, { preorder, ...key }) {
    refuseTwice(lines ?? []);
    const goingOn = preorder.lines.filter(({ state }) => state !== 'cancelled').map(({ id }) => id);
    const lineIds = lineIdsOf(preorder, lines) ?? goingOn;
    if (lineIds.length === 0) throw new AppError('refund_too_high', 'All of it is cancelled.', { param: 'amount' });
    const minor = parseMoney(amount, preorder.currency, 'amount');
    allowRefund(asker, preorder, minor * lineIds.length);
    for (const lineId of lineIds) await giveBack(deps, { ...key, lineId, amount: minor, reason });
    return lineIds;
  },
});

export const releasing = ({ lines, despite_dispute = false }: Static<typeof ReleaseBody>): Change => ({
  action: 'preorder.release',
  async change(deps, { preorder, ...key }) {
    if (despite_dispute && (await readWait(deps.db, key))) await goOnDespiteDispute(deps, key);
    return advanceLines(deps, { ...key, to: 'released', lineIds: lineIdsOf(preorder, lines) });
  },
});

export const returning = (asker: Asker, { lines }: Static<typeof ReturnBody>): Change => ({
  action: 'preorder.return',
  async change(deps, { preorder, ...key }) {
    const lineIds = await advanceLines(deps, { ...key, to: 'returned', lineIds: lineIdsOf(preorder, lines) });
    allowRefund(asker, preorder, await readAtStake(deps.db, key, lineIds)); // a round then gives it back
    return lineIds;
  },
});

export const goingOn = (): Change => ({
  action: 'preorder.go_on',
  async change(deps, { preorder, ...key }) {
    await goOnDespiteDispute(deps, key);
    return [];
  },
});

export const answering = (asker: Asker, { choice }: Static<typeof AnswerBody>): Change => ({
  action: 'promise.answer',
  async change(deps, { preorder, ...key }) {
    const { lineIds, amount } = await answerAllQuestions(deps, { ...key, choice, givenBy: 'merchant' });
    allowRefund(asker, preorder, amount); // as when it cancels
    return lineIds;
  },
});

export const moving = (address: Static<typeof AddressBody>): Change => ({
  action: 'preorder.address',
  async change(deps, { preorder, ...key }) {
    const empty = { line2: '', city: '', region: '', postalCode: '', phoneNumber: '' };
    await changeAddress(deps, { ...key, address: { ...empty, ...address } });
    return [];
  },
});

export const reaching = ({ email }: Static<typeof ContactBody>, by: string): Change => ({
  action: 'preorder.contact',
  async change(deps, { preorder: _, ...key }) {
    await changeContact(deps, { ...key, email, by });
    return [];
  },
});

export const confirmingAgain = (): Change => ({
  action: 'preorder.resend_confirmation',
  async change(deps, { preorder, ...key }) {
    const mail = await readConfirmation(deps.db, key);
    await resendMail(deps, key.storeId, mail.id);
    return [];
  },
});
