import type { StatusLine } from '../../../protocol/schema/status-api.ts';
import { formatAmount } from '../../ui/money.ts';
import { confirmFirst, showChanged, showRefused } from './details.ts';
import { isElsewhere, replacePreorder, showFailure } from './failures.ts';
import { currencyOf } from './lines.ts';
import { type Context, currentPreorder } from './state.ts';

/** Shows the variants that a line item can be swapped for. */
export async function startSwapping(context: Context, line: StatusLine): Promise<void> {
  const { set, t } = context;
  if (confirmFirst(context)) return;
  set({
    screen: 'swap',
    swap: { lineId: line.id, options: null, chosen: '' },
    problem: null,
    cancelled: null,
    note: null,
    page: null,
    announcement: t('swap.loading'),
    focus: { on: 'heading' },
  });
  await readOptions(context);
}

async function readOptions(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { swap, reference } = state();
  if (!swap) return;
  const answer = await api.swapOptions(reference, swap.lineId);
  if (state().swap?.lineId !== swap.lineId) return;
  if (!answer.ok) return showFailure(context, answer.refusal, () => void readOptions(context));
  const { options } = answer.value;
  const announcement = options.some(({ left }) => left) ? '' : t('swap.none');
  set({ swap: { ...swap, options }, problem: null, announcement });
}

export function chooseVariant({ set, state }: Context, variantId: string): void {
  const { swap } = state();
  if (swap) set({ swap: { ...swap, chosen: variantId }, problem: null });
}

export async function confirmSwap(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { swap, reference, busy, expired } = state();
  const wanted = swap?.options?.find(({ variantId }) => variantId === swap.chosen);
  if (!swap || busy || expired) return;
  if (!wanted) return set({ problem: { title: t('swap.choose'), text: '' }, focus: { on: 'problem' } });
  const { variantId, now, later } = wanted;
  set({ busy: 'swap', problem: null, announcement: t('swap.confirming') });
  const answer = await api.swap(reference, { lineItemId: swap.lineId, variantId, now, later });
  if (!answer.ok) {
    if (isElsewhere(context, reference)) return;
    const again = () => void confirmSwap(context);
    return refuse(context, answer.refusal.code) ?? showFailure(context, answer.refusal, again);
  }
  const { preorder, payAt } = answer.value;
  if (payAt === null) return showChanged(context, preorder, 'swapped');
  replacePreorder(context, preorder);
  if (isElsewhere(context, reference)) return;
  const amount = formatAmount(now, currencyOf(preorder, context.locale));
  const page = { url: payAt, title: t('swap.pay.title'), text: t('swap.pay.text', { amount }) };
  set({ screen: 'detail', busy: null, page, focus: { on: 'page' } });
}

/** Handles a refusal because the options have changed since they were shown. Returns null for any other refusal. */
function refuse(context: Context, code: string): Promise<void> | null {
  const { set, t } = context;
  if (code === 'swap_changed') {
    set({
      busy: null,
      problem: { title: t('swap.changed.title'), text: t('swap.changed.text') },
      focus: { on: 'problem' },
    });
    return readOptions(context);
  }
  if (code === 'payment_in_progress') return showRefused(context, 'swap.waiting');
  const gone = ['sold_out', 'line_not_swappable', 'line_not_found', 'variant_not_found', 'waitlist_not_open'];
  return gone.includes(code) ? showRefused(context, 'swap.refused') : null;
}

/** Returns the line item that is being swapped. */
export function swappedLine(context: Context): StatusLine | undefined {
  const { swap } = context.state();
  return currentPreorder(context.state())?.lines.find(({ id }) => id === swap?.lineId);
}
