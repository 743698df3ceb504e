import type { StatusLine, SwapResult } from '../../../protocol/schema/status-api.ts';
import { formatAmount } from '../../ui/money.ts';
import { ask, askOnce, showFailure, showProblem } from './asking.ts';
import { confirmFirst, showDone, showPreorder, showRefused } from './details.ts';
import { currencyOf } from './lines.ts';
import { type ScreenOf, withoutNotices } from './screens.ts';
import { type Context, currentPreorder, keepChange, replacePreorder } from './state.ts';
import { choicesOf, chooseValue, countOf, differencesOf, ownValues, variantOf } from './swap-choices.ts';

/** Shows the variants that equal line items can be swapped for. One is swapped unless the shopper says how many. */
export async function startSwapping(context: Context, lines: readonly StatusLine[]): Promise<void> {
  const { enter, shown, t } = context;
  const screen = shown('preorder');
  const lineIds = lines.map(({ id }) => id);
  const [lineId] = lineIds;
  if (!screen || !lineId || confirmFirst(context, screen)) return;
  enter(
    { name: 'swap', from: withoutNotices(screen), lineId, lineIds, count: 1, choices: null, chosen: [] },
    { announcement: t('swap.loading'), focus: { on: 'heading' } },
  );
  await readChoice(context);
}

async function readChoice(context: Context): Promise<void> {
  const { api, shown, change, state, t } = context;
  const screen = shown('swap');
  if (!screen) return;
  const { from, lineId, lineIds } = screen;
  const answer = await ask(screen.signal, (signal) => api.swapChoice(from.reference, lineIds, signal));
  if (!answer.ok) {
    return showFailure(context, answer.refusal, () => {
      change(screen, { problem: null });
      void readChoice(context);
    });
  }
  const own = currentPreorder(state())?.lines.find(({ id }) => id === lineId);
  const choices = choicesOf(answer.value, own?.title ?? '');
  const announcement = answer.value.options.some(({ left }) => left) ? '' : t('swap.none');
  // What was chosen stays when the prices have changed and are read again.
  const isKept = screen.choices !== null && screen.chosen.length === choices.names.length;
  change(screen, { choices, chosen: isKept ? screen.chosen : ownValues(choices) }, { announcement });
}

/** Chooses a value of the option at that position. */
export function choose({ shown, change }: Context, at: number, value: string): void {
  const screen = shown('swap');
  if (!screen?.choices) return;
  change(screen, { chosen: chooseValue(screen.choices, screen.chosen, { at, value }), problem: null });
}

export function setCount({ shown, change }: Context, count: number): void {
  const screen = shown('swap');
  if (screen) change(screen, { count, problem: null });
}

export async function confirmSwap(context: Context): Promise<void> {
  const { api, shown, change, state, t } = context;
  const screen = shown('swap');
  if (!screen || screen.busy || state().expired) return;
  const wanted = screen.choices && variantOf(screen.choices, screen.chosen);
  if (wanted === null || wanted === 'own') return showProblem(context, { title: t('swap.choose'), text: '' });
  const { from, lineId: lineItemId } = screen;
  const { variantId } = wanted;
  const count = countOf(wanted, screen.count);
  const { now, later } = differencesOf(wanted, count);
  const alsoLineItemIds = screen.lineIds.slice(1, count);
  change(screen, { busy: 'swap', problem: null }, { announcement: t('swap.confirming') });
  const keep = ({ preorder, payAt }: SwapResult) =>
    payAt === null ? keepChange(context, preorder, t('swapped.title')) : replacePreorder(context, preorder);
  const request = () => api.swap(from.reference, { lineItemId, alsoLineItemIds, variantId, now, later });
  const answer = await askOnce(context, request, keep);
  if (!answer.ok) {
    const again = () => void confirmSwap(context);
    return refuse(context, screen, { code: answer.refusal.code, count }) ?? showFailure(context, answer.refusal, again);
  }
  const { preorder, payAt } = answer.value;
  if (payAt === null) return showDone(context, from, { title: t('swapped.title'), text: t('swapped.text') });
  const amount = formatAmount(now, currencyOf(preorder, context.locale));
  const page = { url: payAt, title: t('swap.pay.title'), text: t('swap.pay.text', { amount }) };
  showPreorder(context, { ...from, page }, { focus: { on: 'page' } });
}

/** Handles a refusal because the options have changed since they were shown. Returns null for any other refusal. */
function refuse(
  context: Context,
  { from }: ScreenOf<'swap'>,
  { code, count }: { code: string; count: number },
): Promise<void> | null {
  const { t } = context;
  if (code === 'sold_out' && count > 1) {
    showProblem(context, { title: t('swap.fewer_left.title'), text: t('swap.fewer_left.text') });
    return readChoice(context);
  }
  if (code === 'swap_changed') {
    showProblem(context, { title: t('swap.changed.title'), text: t('swap.changed.text') });
    return readChoice(context);
  }
  if (code === 'payment_in_progress') return showRefused(context, from, 'swap.waiting');
  const gone = ['sold_out', 'line_not_swappable', 'line_not_found', 'variant_not_found', 'waitlist_not_open'];
  return gone.includes(code) ? showRefused(context, from, 'swap.refused') : null;
}
