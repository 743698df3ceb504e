import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as returnWrites from '../../../protocol/schema/admin-api/return-writes.ts';
import { getWithdrawalEvidence } from '../../../protocol/schema/admin-api/withdrawal-evidence.ts';
import * as operations from '../../../protocol/schema/admin-api/withdrawals.ts';
import { addAskingVerb } from '../asking.ts';
import { formatFields, formatTable, momentIn } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { evidenceText } from './evidence.ts';

export function addWithdrawals(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listWithdrawals, text: withdrawalsTable });
  addAskingVerb(verbs, 'show <withdrawal-id>', { operation: operations.getWithdrawal, text: withdrawalText });
  addAskingVerb(verbs, 'evidence <withdrawal-id>', { operation: getWithdrawalEvidence, text: evidenceText });
  addAskingVerb(verbs, 'match <withdrawal-id>', { operation: operations.matchWithdrawal, text: withdrawalText });
  addAskingVerb(verbs, 'settle <withdrawal-id>', { operation: operations.settleWithdrawal, text: withdrawalText });
  addAskingVerb(verbs, 'refuse <withdrawal-id>', { operation: operations.refuseWithdrawal, text: withdrawalText });
  addAskingVerb(verbs, 'open-return <withdrawal-id>', { operation: returnWrites.openReturn, text: withdrawalText });
  addAskingVerb(verbs, 'track-return <withdrawal-id>', { operation: returnWrites.trackReturn, text: withdrawalText });
  addAskingVerb(verbs, 'receive-return <withdrawal-id>', {
    operation: returnWrites.receiveReturn,
    text: withdrawalText,
  });
}

type AdminWithdrawal = operations.AdminWithdrawal;

const TIMINGS: Record<NonNullable<AdminWithdrawal['timing']>, string> = {
  in_time: 'in time',
  late: 'late',
  excluded: 'excluded',
  no_right: 'no right',
  nothing_left: 'nothing left',
  not_known: 'delivery not known',
};

function withdrawalsTable(withdrawals: AdminWithdrawal[], { timeZone }: Store): string {
  if (withdrawals.length === 0) return 'No withdrawals.';
  const rows = withdrawals.map(({ id, state, declared_at: at, preorder, timing, name }) => [
    id,
    state,
    momentIn(timeZone, at),
    preorder?.reference ?? 'no pre-order found',
    timing === null ? '' : TIMINGS[timing],
    name ?? '',
  ]);
  return formatTable(['Id', 'State', 'Received', 'Pre-order', 'Timing', 'Name'], rows);
}

function withdrawalText(withdrawal: AdminWithdrawal, { timeZone }: Store): string {
  const { state, declared_at: declared, undoable_until: until, ended_at: ended, preorder } = withdrawal;
  const receipts = withdrawal.receipts.map(({ recipient, sent_at: sent, failure }) => {
    const outcome = sent === null ? `not sent${failure === null ? '' : ` (${failure})`}` : momentIn(timeZone, sent);
    return `${recipient}: ${outcome}`;
  });
  const fields = formatFields([
    ['Received', momentIn(timeZone, declared)],
    ['Not acted on before', withdrawal.acts_itself ? momentIn(timeZone, until) : ''],
    ['Acted on', momentIn(timeZone, withdrawal.acted_at)],
    ['Money back by', state === 'declared' ? momentIn(timeZone, withdrawal.refund_due_at) : ''],
    ['Ended', momentIn(timeZone, ended)],
    ['Pre-order', preorder?.reference ?? 'none was found'],
    ['Timing', withdrawal.timing === null ? '' : TIMINGS[withdrawal.timing]],
    ['Name', withdrawal.name ?? ''],
    ['E-mail', withdrawal.email ?? ''],
    ['Reference', withdrawal.reference ?? ''],
    ['Postcode', withdrawal.postal_code ?? ''],
    ['Items', withdrawal.email === '' ? 'erased' : withdrawal.items || 'everything'],
    ['Answer', withdrawal.answer ?? ''],
    ['Receipts', receipts.join(', ')],
    ['Times in', timeZone],
  ]);
  const returns = withdrawal.returns.map((one) => `\n\n${returnText(one, timeZone)}`);
  return `${withdrawal.id}: ${state}\n\n${fields}${returns.join('')}`;
}

function returnText(goods: AdminWithdrawal['returns'][number], timeZone: string): string {
  const fields = formatFields([
    ['Id', goods.id],
    ['Line items', goods.lines.map(({ line }) => line).join(', ')],
    ['Opened', momentIn(timeZone, goods.opened_at)],
    ['To be sent by', goods.ended_at === null ? goods.send_by : ''],
    ['Carrier', goods.carrier ?? ''],
    ['Tracking', goods.tracking ?? ''],
    ['Link', goods.link ?? ''],
    ['Money goes back at', momentIn(timeZone, goods.refund_at)],
    ['Ended', momentIn(timeZone, goods.ended_at)],
    ['Given back', goods.ended_at === null ? '' : `${goods.given_back} ${goods.currency}`],
    ['Reason', goods.reason ?? ''],
  ]);
  return `Return: ${goods.state}\n\n${fields}`;
}
