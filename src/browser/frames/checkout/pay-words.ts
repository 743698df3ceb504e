import { formatAmount } from '../../ui/money.ts';
import type { Context } from './state.ts';
import { currencyOf } from './texts.ts';

// What the button says before it is pressed, and after.
const BUTTON = {
  now: ['pay', 'paying'],
  later: ['pay_later', 'saving'],
  free: ['pay_nothing', 'placing'],
} as const;

/** What the button that pays says, which is also read out once it was pressed. */
export function payWords(context: Context, { paying }: { paying: boolean }): string {
  const { total = 0, dueNow = 0 } = context.state().checkout ?? {};
  const kind = total === 0 ? 'free' : dueNow === 0 ? 'later' : 'now';
  const amount = formatAmount(kind === 'later' ? total : dueNow, currencyOf(context));
  return context.t(BUTTON[kind][paying ? 1 : 0], { total: amount });
}
