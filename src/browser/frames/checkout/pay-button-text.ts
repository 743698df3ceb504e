import { formatAmount } from '../../ui/money.ts';
import type { Context } from './state.ts';
import { currencyOf } from './texts.ts';

// The texts of the button, before and after it is pressed.
const BUTTON = {
  now: ['pay', 'paying'],
  later: ['pay_later', 'saving'],
  free: ['pay_nothing', 'placing'],
} as const;

/** Returns the text of the pay button. It is also announced when the button is pressed. */
export function payButtonText(context: Context, { paying }: { paying: boolean }): string {
  const { total = 0, dueNow = 0 } = context.state().checkout ?? {};
  const kind = total === 0 ? 'free' : dueNow === 0 ? 'later' : 'now';
  const amount = formatAmount(kind === 'later' ? total : dueNow, currencyOf(context));
  return context.t(BUTTON[kind][paying ? 1 : 0], { total: amount });
}
