import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { ask, showFailure } from './asking.ts';
import { tellCancelled } from './cancelling.ts';
import { readDetails, showPreorder } from './details.ts';
import { outcomeOf } from './lines.ts';
import { type Context, currentPreorder, replacePreorder, type State } from './state.ts';

type WatchedLink = NonNullable<State['sent']>;
type Done = { lineItemIds: string[]; cancelled: ReturnType<typeof outcomeOf> };

// A person needs longer than this to go to their mail and back. Until the session ends, these are few requests.
const POLL_MS = 5_000;
const POLL_HIDDEN_MS = 30_000;

/** Checks the link at once because the shopper says that they have used it. */
export async function checkLink(context: Context): Promise<void> {
  const { api, shown, change, state, t } = context;
  const { sent, expired } = state();
  const screen = shown('preorder');
  if (!screen || !sent || screen.busy || expired) return;
  change(screen, { busy: 'check' }, { announcement: '' });
  const answer = await ask(screen.signal, (signal) => api.read(sent.reference, signal));
  change(screen, { busy: null });
  // The poll (`pollLink`) may have noticed and shown it meanwhile.
  if (state().sent !== sent) return;
  if (!answer.ok) return showFailure(context, answer.refusal, () => void checkLink(context));
  const done = cancelledByLink(context, sent, answer.value);
  replacePreorder(context, answer.value);
  if (!done) return context.set({ announcement: t('sent.waiting') });
  showPreorder(context, { ...screen, cancelled: done.cancelled }, { sent: null, focus: { on: 'cancelled' } });
  tellCancelled(context, sent.reference, done.lineItemIds);
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

/** Checks the link in the background, on any screen: no screen's signal ends the request, and `sent` says if it still counts. */
async function pollLink(context: Context, sent: WatchedLink): Promise<void> {
  const { api, set, state, t } = context;
  const answer = await api.read(sent.reference);
  // Another pre-order may have been looked up meanwhile, or a button was pressed.
  if (state().sent !== sent) return;
  if (answer.ok) {
    const done = cancelledByLink(context, sent, answer.value);
    replacePreorder(context, answer.value);
    if (done) showNoticed(context, sent, done);
    // The focus stays, because the shopper pressed nothing.
  } else if (answer.refusal.code === 'session_ended') set({ expired: true, announcement: t('expired.title') });
}

/** Shows that the link was used. It leaves the shopper's screen alone unless they are choosing line items to cancel. */
function showNoticed(context: Context, { reference }: WatchedLink, { lineItemIds, cancelled }: Done): void {
  const { change, set, state, t } = context;
  const { screen } = state();
  const goes = document.querySelector(screen.name === 'cancel' ? 'main' : '#sent');
  const hadFocus = document.hasFocus() && goes?.contains(document.activeElement);
  const changes = {
    sent: null,
    ...(hadFocus ? { focus: { on: 'cancelled' } } : { announcement: t('cancelled.title') }),
  };
  if (currentPreorder(state())?.reference !== reference) set(changes);
  else if (screen.name === 'cancel') showPreorder(context, { ...screen.from, cancelled }, changes);
  else if (screen.name === 'preorder') {
    change(screen, { cancelled }, changes);
    void readDetails(context);
  } else if ('from' in screen) change(screen, { from: { ...screen.from, cancelled } }, changes);
  tellCancelled(context, reference, lineItemIds);
}

/** Returns what the link cancelled, or null if it has not been used yet. */
function cancelledByLink(
  { state }: Context,
  { reference, lineItemIds }: WatchedLink,
  now: StatusPreorder,
): Done | null {
  const before = state().preorders.find((preorder) => preorder.reference === reference);
  const waiting = now.lines.filter(({ id }) => lineItemIds.includes(id));
  if (!before || waiting.some((line) => line.state !== 'cancelled')) return null;
  return { lineItemIds, cancelled: outcomeOf(before, lineItemIds) };
}
