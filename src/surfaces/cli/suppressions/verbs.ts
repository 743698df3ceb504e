import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/mails.ts';
import { addAskingVerb } from '../asking.ts';
import { formatTable, momentIn } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

/** Adds the merchant's verbs for suppressed addresses. Of each address only a customer key is kept, with its pre-orders. */
export function addSuppressions(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listSuppressions, text: suppressionsTable });
  addAskingVerb(verbs, 'add <email>', {
    operation: operations.suppressAddress,
    text: ({ suppressed: kept }) => `The address gets no more mails${kept ? `: ${reasonText(kept)}` : ''}.`,
  });
  addAskingVerb(verbs, 'remove <email>', {
    operation: operations.allowAddress,
    text: ({ removed }) => (removed ? 'The address gets mails again.' : 'It was not on the list and gets mails.'),
  });
}

const reasonText = ({ reason, codes }: operations.AdminSuppression) => (codes === '' ? reason : `${reason} (${codes})`);

function suppressionsTable(found: operations.AdminSuppression[], { timeZone }: Store): string {
  if (found.length === 0) return 'The list is empty: all addresses get mails.';
  const rows = found.map((suppression) => [
    suppression.preorders.join(', ') || 'none',
    reasonText(suppression),
    momentIn(timeZone, suppression.since),
  ]);
  return formatTable(['Pre-orders', 'Why', 'Since'], rows);
}
