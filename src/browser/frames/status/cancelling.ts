import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { Refusal } from '../api-client.ts';
import { readDetails } from './details.ts';
import { isElsewhere, replacePreorder, showFailure } from './failures.ts';
import { cancellable, chosenLines, groupLines, outcomeOf } from './lines.ts';
import { type Context, currentPreorder, type State } from './state.ts';

/** Shows the form to choose line items. A single line item is chosen at once. */
export function startCancelling({ set, state }: Context): void {
  const preorder = currentPreorder(state());
  const lines = preorder ? cancellable(preorder) : [];
  const [only] = lines;
  const chosen = only && lines.length === 1 ? { [only.id]: 1 } : {};
  set({
    screen: 'cancel',
    chosen,
    problem: null,
    cancelled: null,
    returning: null,
    note: null,
    page: null,
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

/** Returns the choice of everything that can be cancelled. */
export function everything(preorder: StatusPreorder): Record<string, number> {
  return Object.fromEntries(groupLines(cancellable(preorder)).map(({ key, lines }) => [key, lines.length]));
}

export function keepEverything({ set }: Context): void {
  set({ screen: 'detail', chosen: {}, problem: null, focus: { on: 'heading' } });
}

/** Cancels the chosen line items. A guest is sent a link that does it. */
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
  replacePreorder(context, preorder);
  if (!isElsewhere(context, reference))
    context.set({
      screen: 'detail',
      busy: null,
      problem: null,
      chosen: {},
      sent: null,
      cancelled: { reference, ...back },
      focus: { on: 'cancelled' },
    });
  tellCancelled(context, reference, lineItemIds);
}

function tellCancelled(context: Context, preorderReference: string, lineItemIds: string[]): void {
  context.send({ t: 'event', name: 'PreorderCancelled', payload: { preorderReference, lineItemIds } });
  void readDetails(context, preorderReference);
}

/** Shows the pre-order's new state when a chosen line item was sent meanwhile, and says that nothing was cancelled. */
async function showChanged(context: Context, reference: string): Promise<void> {
  const { api, set, t } = context;
  const answer = await api.read(reference);
  if (answer.ok) replacePreorder(context, answer.value);
  if (isElsewhere(context, reference)) return;
  const problem = { title: t('refused.title'), text: t('refused.text') };
  set({ screen: 'detail', busy: null, chosen: {}, problem, focus: { on: 'problem' } });
}

/** Checks the link at once because the shopper says that they have used it. */
export async function checkLink(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { sent, busy, expired, reference } = state();
  if (!sent || busy || expired) return;
  set({ busy: 'check', announcement: '' });
  const answer = await api.read(reference);
  if (isElsewhere(context, reference)) return;
  set({ busy: null });
  // The poll (`pollLink`) may have noticed and shown it meanwhile.
  if (state().sent !== sent) return;
  if (!answer.ok) return showFailure(context, answer.refusal, () => void checkLink(context));
  const done = cancelledByLink(sent, context, answer.value);
  if (done) return showCancelled(context, answer.value, done);
  replacePreorder(context, answer.value);
  set({ announcement: t('sent.waiting') });
}

/**
 * Polls the service until the mailed link is used, and at once when the shopper comes back to this tab. Only the service
 * can tell, because the link may be opened in another tab, another browser or on a phone. Returns a function that stops it.
 */
export function followLink(context: Context): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let followed: State['sent'] = null;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(look, document.hidden ? POLL_HIDDEN_MS : POLL_MS);
  };
  async function look() {
    if (!followed) return;
    await pollLink(context, followed);
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

// A person needs longer than this to go to their mail and back. Until the session ends, these are few requests.
const POLL_MS = 5_000;
const POLL_HIDDEN_MS = 30_000;

/** Checks the link in the background. It leaves the shopper's screen alone unless they are choosing line items to cancel. */
async function pollLink(context: Context, sent: NonNullable<State['sent']>): Promise<void> {
  const { api, set, state, t } = context;
  const { reference } = state();
  const answer = await api.read(reference);
  const { screen } = state();
  // The shopper may have left the pre-order or pressed a button meanwhile.
  if (state().sent !== sent) return;
  if (!answer.ok) return expireIfEnded(context, answer.refusal);
  const done = cancelledByLink(sent, context, answer.value);
  replacePreorder(context, answer.value);
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

/** Stops polling when the session has ended. The focus stays, because the shopper pressed nothing. */
function expireIfEnded({ set, t }: Context, { code }: Refusal): void {
  if (code === 'session_ended') set({ expired: true, announcement: t('expired.title') });
}

/** Returns what the link cancelled, or null if it has not been used yet. */
function cancelledByLink(sent: NonNullable<State['sent']>, { state }: Context, now: StatusPreorder): Done | null {
  const { lineItemIds } = sent;
  const before = currentPreorder(state());
  const waiting = now.lines.filter(({ id }) => lineItemIds.includes(id));
  if (!before || waiting.some((line) => line.state !== 'cancelled')) return null;
  return { lineItemIds, ...outcomeOf(before, lineItemIds) };
}
