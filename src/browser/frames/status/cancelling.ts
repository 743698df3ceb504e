import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { Refusal } from './api.ts';
import { readDetails } from './details.ts';
import { isElsewhere, showFailure, showNow } from './failures.ts';
import { cancellable, chosenLines, groupLines, outcomeOf } from './lines.ts';
import { type Context, currentPreorder, type State } from './state.ts';

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
  tellCancelled(context, reference, lineItemIds);
}

function tellCancelled(context: Context, preorderReference: string, lineItemIds: string[]): void {
  context.send({ t: 'event', name: 'PreorderCancelled', payload: { preorderReference, lineItemIds } });
  void readDetails(context, preorderReference);
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

/** The reader says that they used the link. */
export async function checkLink(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { sent, busy, expired, reference } = state();
  if (!sent || busy || expired) return;
  set({ busy: 'check', announcement: '' });
  const answer = await api.read(reference);
  if (isElsewhere(context, reference)) return;
  set({ busy: null });
  // It may have been noticed meanwhile (`lookWhether`): then it is told.
  if (state().sent !== sent) return;
  if (!answer.ok) return showFailure(context, answer.refusal, () => void checkLink(context));
  const done = doneBy(sent, context, answer.value);
  if (done) return showCancelled(context, answer.value, done);
  showNow(context, answer.value);
  set({ announcement: t('sent.waiting') });
}

/**
 * The same without a press. The link may be used in another tab, another browser or on a telephone, so nobody but the
 * service can tell: it is asked by and by, and at once when the reader comes back to this tab.
 */
export function followLink(context: Context): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let followed: State['sent'] = null;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(look, document.hidden ? LOOK_HIDDEN_MS : LOOK_MS);
  };
  async function look() {
    if (!followed) return;
    await lookWhether(context, followed);
    if (followed) wait();
  }
  const stop = context.subscribe(() => {
    const { sent, expired } = context.state();
    const now = expired ? null : sent;
    if (now === followed) return;
    followed = now;
    if (followed) wait();
    else clearTimeout(timer);
  });
  const back = () => void (document.hidden || look());
  document.addEventListener('visibilitychange', back);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', back);
  };
}

// A person takes longer for the way to their mail and back; until the session ends, that is not often.
const LOOK_MS = 5_000;
const LOOK_HIDDEN_MS = 30_000;

/** Nobody waits for this: what the reader does meanwhile goes on, unless it is choosing what is cancelled by now. */
async function lookWhether(context: Context, sent: NonNullable<State['sent']>): Promise<void> {
  const { api, set, state, t } = context;
  const { reference } = state();
  const answer = await api.read(reference);
  const { screen } = state();
  // Meanwhile the reader may have gone elsewhere, or have pressed.
  if (state().sent !== sent) return;
  if (!answer.ok) return endIfOver(context, answer.refusal);
  const done = doneBy(sent, context, answer.value);
  showNow(context, answer.value);
  if (!done) return;
  const goes = document.querySelector(screen === 'cancel' ? 'main' : '#sent');
  const hadFocus = document.hasFocus() && goes?.contains(document.activeElement);
  const { lineItemIds, ...back } = done;
  set({
    sent: null,
    cancelled: { reference, ...back },
    ...(screen === 'cancel' && { screen: 'detail', chosen: {}, problem: null }),
    ...(hadFocus ? { focus: { on: 'cancelled' } } : { announcement: t('cancelled.title') }),
  });
  tellCancelled(context, reference, lineItemIds);
}

/** A session that has ended answers no more, so nothing is asked any more. The focus stays: nobody pressed. */
function endIfOver({ set, t }: Context, { code }: Refusal): void {
  if (code === 'session_ended') set({ expired: true, announcement: t('expired.title') });
}

/** What was cancelled by the link; null as long as it was not. */
function doneBy(sent: NonNullable<State['sent']>, { state }: Context, now: StatusPreorder): Done | null {
  const { lineItemIds } = sent;
  const before = currentPreorder(state());
  const waiting = now.lines.filter(({ id }) => lineItemIds.includes(id));
  if (!before || waiting.some((line) => line.state !== 'cancelled')) return null;
  return { lineItemIds, ...outcomeOf(before, lineItemIds) };
}
