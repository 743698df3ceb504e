import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { readDetails } from './details.ts';
import { isElsewhere, showFailure, showNow } from './failures.ts';
import { cancellable, chosenLines, groupLines, outcomeOf } from './lines.ts';
import { type Context, currentPreorder } from './state.ts';

/** Begins to choose. Where there is no choice, it is made. */
export function startCancelling({ set, state }: Context): void {
  const preorder = currentPreorder(state());
  const lines = preorder ? cancellable(preorder) : [];
  const [only] = lines;
  const chosen = only && lines.length === 1 ? { [only.id]: 1 } : {};
  set({
    ...{ screen: 'cancel', chosen, problem: null, cancelled: null, returning: null, note: null, page: null },
    focus: { on: 'heading' },
  });
}

export function choose({ set, state }: Context, key: string, count: number): void {
  set({ chosen: { ...state().chosen, [key]: count }, problem: null });
}

export function chooseAll({ set, state }: Context): void {
  const preorder = currentPreorder(state());
  set({ chosen: preorder ? everything(preorder) : {}, problem: null });
}

/** All that can be cancelled, as it would be chosen. */
export function everything(preorder: StatusPreorder): Record<string, number> {
  return Object.fromEntries(groupLines(cancellable(preorder)).map(({ key, lines }) => [key, lines.length]));
}

export function keepEverything({ set }: Context): void {
  set({ screen: 'detail', chosen: {}, problem: null, focus: { on: 'heading' } });
}

/** Cancels what was chosen; a guest is sent the link that does. */
export async function confirm(context: Context): Promise<void> {
  const { set, state, t } = context;
  const preorder = currentPreorder(state());
  if (!preorder || state().busy || state().expired) return;
  const { lineItemIds } = chosenLines(preorder, state().chosen);
  if (lineItemIds.length === 0) {
    return set({ problem: { title: t('cancel.none'), text: '' }, focus: { on: 'problem' } });
  }
  const announcement = t(preorder.masked ? 'cancel.sending' : 'cancel.confirming');
  set({ busy: 'cancel', problem: null, announcement });
  await (preorder.masked ? sendLink(context, preorder) : cancel(context, preorder));
}

async function cancel(context: Context, preorder: StatusPreorder): Promise<void> {
  const { lineItemIds, ...back } = chosenLines(preorder, context.state().chosen);
  const answer = await context.api.cancel(preorder.reference, lineItemIds);
  if (answer.ok) return showCancelled(context, answer.value, { lineItemIds, ...back });
  if (isElsewhere(context, preorder.reference)) return;
  if (answer.refusal.code === 'line_not_cancellable') return showChanged(context, preorder.reference);
  showFailure(context, answer.refusal, () => void confirm(context));
}

async function sendLink(context: Context, preorder: StatusPreorder): Promise<void> {
  const { set, t } = context;
  const { lineItemIds } = chosenLines(preorder, context.state().chosen);
  const answer = await context.api.sendLink(preorder.reference, lineItemIds);
  if (isElsewhere(context, preorder.reference)) return;
  if (answer.ok) {
    const sent = { ...answer.value, lineItemIds };
    return set({ screen: 'detail', busy: null, sent, chosen: {}, focus: { on: 'sent' } });
  }
  const { code } = answer.refusal;
  if (code === 'line_not_cancellable') return showChanged(context, preorder.reference);
  if (code !== 'rate_limited') return showFailure(context, answer.refusal, () => void confirm(context));
  const problem = { title: t('too_many_links.title'), text: t('too_many_links.text') };
  set({ busy: null, problem, focus: { on: 'problem' } });
}

type Done = { lineItemIds: string[]; refund: number; release: number; kept: number };

function showCancelled(context: Context, preorder: StatusPreorder, { lineItemIds, ...back }: Done): void {
  const { reference } = preorder;
  showNow(context, preorder);
  if (!isElsewhere(context, reference))
    context.set({
      ...{ screen: 'detail', busy: null, problem: null, chosen: {}, sent: null },
      ...{ cancelled: { reference, ...back }, focus: { on: 'cancelled' } },
    });
  const payload = { preorderReference: reference, lineItemIds };
  context.send({ t: 'event', name: 'PreorderCancelled', payload });
  void readDetails(context, reference);
}

/** Some of it was sent in between: shows how it stands now, and that nothing was cancelled. */
async function showChanged(context: Context, reference: string): Promise<void> {
  const { api, set, t } = context;
  const answer = await api.read(reference);
  if (answer.ok) showNow(context, answer.value);
  if (isElsewhere(context, reference)) return;
  const problem = { title: t('refused.title'), text: t('refused.text') };
  set({ screen: 'detail', busy: null, chosen: {}, problem, focus: { on: 'problem' } });
}

/** Looks whether the link was used: when the reader says so, and by itself when they come back to this tab. */
export async function checkLink(context: Context, { asked }: { asked: boolean }): Promise<void> {
  const { api, set, state, t } = context;
  const { sent, busy, expired } = state();
  const before = currentPreorder(state());
  if (!sent || !before || busy || expired) return;
  set({ busy: 'check', announcement: '' });
  const answer = await api.read(before.reference);
  if (isElsewhere(context, before.reference)) return;
  set({ busy: null });
  if (!answer.ok) {
    if (asked) showFailure(context, answer.refusal, () => void checkLink(context, { asked }));
    return;
  }
  const waiting = answer.value.lines.filter(({ id }) => sent.lineItemIds.includes(id));
  if (waiting.every((line) => line.state === 'cancelled')) {
    return showCancelled(context, answer.value, {
      lineItemIds: sent.lineItemIds,
      ...outcomeOf(before, sent.lineItemIds),
    });
  }
  showNow(context, answer.value);
  if (asked) set({ announcement: t('sent.waiting') });
}
