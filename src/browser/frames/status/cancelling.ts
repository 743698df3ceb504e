import type { SentLink, StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { askOnce, showFailure, showProblem } from './asking.ts';
import { showPreorder, showRefused } from './details.ts';
import { cancellable, chosenLines, groupLines } from './lines.ts';
import { type ScreenOf, withoutNotices } from './screens.ts';
import { type Context, currentPreorder, keepChange } from './state.ts';

/** Shows the form to choose line items. A single line item is chosen at once. */
export function startCancelling({ enter, shown, state }: Context): void {
  const screen = shown('preorder');
  const preorder = currentPreorder(state());
  if (!screen || !preorder) return;
  const lines = cancellable(preorder);
  const [only] = lines;
  const chosen = only && lines.length === 1 ? { [only.id]: 1 } : {};
  enter({ name: 'cancel', from: withoutNotices(screen), chosen }, { focus: { on: 'heading' } });
}

export function choose({ shown, change }: Context, key: string, count: number): void {
  const screen = shown('cancel');
  if (screen) change(screen, { chosen: { ...screen.chosen, [key]: count }, problem: null });
}

export function chooseAll({ shown, change, state }: Context): void {
  const screen = shown('cancel');
  const preorder = currentPreorder(state());
  if (screen && preorder) change(screen, { chosen: everything(preorder), problem: null });
}

/** Returns the choice of everything that can be cancelled. */
export function everything(preorder: StatusPreorder): Record<string, number> {
  return Object.fromEntries(groupLines(cancellable(preorder)).map(({ key, lines }) => [key, lines.length]));
}

/** Cancels the chosen line items. A guest is sent a link that does it. */
export async function confirm(context: Context): Promise<void> {
  const { shown, change, state, t } = context;
  const screen = shown('cancel');
  const preorder = currentPreorder(state());
  if (!screen || !preorder || screen.busy || state().expired) return;
  if (chosenLines(preorder, screen.chosen).lineItemIds.length === 0) {
    return showProblem(context, { title: t('cancel.none'), text: '' });
  }
  const announcement = t(preorder.masked ? 'cancel.sending' : 'cancel.confirming');
  change(screen, { busy: 'cancel', problem: null }, { announcement });
  await (preorder.masked ? sendLink : cancel)(context, screen, preorder);
}

type Cancelling = (context: Context, screen: ScreenOf<'cancel'>, preorder: StatusPreorder) => Promise<void>;

const cancel: Cancelling = async (context, { from, chosen }, preorder) => {
  const { reference } = preorder;
  const { lineItemIds, ...cancelled } = chosenLines(preorder, chosen);
  const keep = (now: StatusPreorder) => {
    keepChange(context, now, context.t('cancelled.title'));
    tellCancelled(context, reference, lineItemIds);
  };
  const answer = await askOnce(context, () => context.api.cancel(reference, lineItemIds), keep);
  if (answer.ok) return showPreorder(context, { ...from, cancelled }, { focus: { on: 'cancelled' } });
  if (answer.refusal.code === 'line_not_cancellable') return showRefused(context, from, 'refused');
  showFailure(context, answer.refusal, () => void confirm(context));
};

const sendLink: Cancelling = async (context, { from, chosen }, preorder) => {
  const { api, set, state, t } = context;
  const { reference } = preorder;
  const { lineItemIds } = chosenLines(preorder, chosen);
  const keep = (link: SentLink) => {
    // Another pre-order may have been looked up meanwhile.
    const isKnown = state().preorders.some((each) => each.reference === reference);
    if (isKnown) set({ sent: { ...link, reference, lineItemIds }, announcement: t('sent.title') });
  };
  const answer = await askOnce(context, () => api.sendLink(reference, lineItemIds), keep);
  if (answer.ok) return showPreorder(context, from, { focus: { on: 'sent' } });
  const { code } = answer.refusal;
  if (code === 'line_not_cancellable') return showRefused(context, from, 'refused');
  if (code !== 'rate_limited') return showFailure(context, answer.refusal, () => void confirm(context));
  showProblem(context, { title: t('too_many_links.title'), text: t('too_many_links.text') });
};

/** Tells the page which line items of a pre-order were cancelled. */
export function tellCancelled({ send }: Context, preorderReference: string, lineItemIds: string[]): void {
  send({ t: 'event', name: 'PreorderCancelled', payload: { preorderReference, lineItemIds } });
}
