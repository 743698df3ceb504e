import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/discounts.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount, formatFields, formatTable, momentIn, partText } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

export function addDiscounts(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'create <code>', { operation: operations.createDiscount, text: discountText });
  addAskingVerb(verbs, 'list', { operation: operations.listDiscounts, text: discountsTable });
  addAskingVerb(verbs, 'show <code>', { operation: operations.getDiscount, text: discountText });
  addAskingVerb(verbs, 'end <code>', { operation: operations.endDiscount, text: discountText });
}

const STATES = { coming: 'not yet', on: 'on', used_up: 'used up', over: 'over' };

type AdminDiscount = operations.AdminDiscount;

const usesText = ({ placed, uses_max: most }: AdminDiscount) => (most === null ? `${placed}` : `${placed} of ${most}`);

function discountsTable(discounts: AdminDiscount[], { timeZone }: Store): string {
  if (discounts.length === 0) return 'No codes. Make one with ./service discounts create CODE --off 10%.';
  const rows = discounts.map((discount) => [
    discount.code,
    STATES[discount.state],
    partText(discount.off, discount.currency),
    usesText(discount),
    `${discount.given} ${discount.currency}`,
    momentIn(timeZone, discount.ended_at ?? discount.ends_at),
  ]);
  return formatTable(['Code', 'State', 'Off', 'Used', 'Given', 'Until'], rows);
}

function discountText(discount: AdminDiscount, { timeZone }: Store): string {
  const { code, state, off, currency, minimum, starts_at: starts, ends_at: ends, ended_at: ended } = discount;
  const fields = formatFields([
    ['Off', `${partText(off, currency)} of ${'percent' in off ? 'the goods' : 'the whole pre-order'}`],
    ['Minimum', Number(minimum) > 0 ? `${minimum} ${currency}` : ''],
    ['From', momentIn(timeZone, starts)],
    ['Until', momentIn(timeZone, ends)],
    ['Ended', momentIn(timeZone, ended)],
    ['Times in', starts || ends || ended ? timeZone : ''],
    ['For', discount.product_id && `${discount.valid_for?.product_code} (${discount.product_id})`],
    ['Waitlist', discount.waitlist_id],
    ['Used', `${usesText(discount)}, ${formatCount(discount.held, 'more is', 'more are')} being paid`],
    ['Given', `${discount.given} ${currency}`],
  ]);
  return `${code}: ${STATES[state]}\n\n${fields}`;
}
