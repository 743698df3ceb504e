import type { BegunStatus } from '../../../protocol/schema/status-api.ts';
import type { ToStatus } from '../../../protocol/wire/frame-messages.ts';
import { isPassing, type Refusal } from '../api-client.ts';
import { ask, problemOf, showFailure, showProblem } from './asking.ts';
import { showPreorder } from './details.ts';
import { BLANK_GUEST_FORM, type ScreenOf, viewOf } from './screens.ts';
import type { Context, State } from './state.ts';

/** Returns the function that handles the page's messages: the shopper's mode, or that no listener handles returns. */
export function createReceive(context: Context): (message: ToStatus) => void {
  const { state, shown, change, enter } = context;
  let signingIn = new AbortController();
  return (message) => {
    if (message.t === 'unheard') {
      const screen = shown('preorder');
      if (message.name !== 'ArrangeReturnClicked' || !screen?.returning) return;
      change(screen, { returning: 'explained' }, { focus: { on: 'return' } });
    } else if (message.t !== 'open') return;
    else if (message.mode === 'logged_in') {
      signingIn.abort();
      signingIn = new AbortController();
      void signIn(context, message.token ?? '', signingIn.signal);
    } else if (state().mode !== 'guest' || state().screen.name === 'waiting') {
      signingIn.abort();
      context.endSessionIn(null);
      enter(BLANK_GUEST_FORM, { mode: 'guest', preorders: [], after: null, expired: false });
    }
  };
}

/**
 * Begins a session with a token. A fresh token may come while a pre-order is on screen; that stays. The page may send the
 * next token at any time, so the request is not the screen's: `signal` ends it when the next one comes.
 */
async function signIn(context: Context, token: string, signal: AbortSignal): Promise<void> {
  const { api, change, enter, set, state, t } = context;
  set({ mode: 'logged_in', announcement: t('loading') });
  change(state().screen, { busy: 'begin', problem: null });
  const answer = await ask(signal, () => api.signIn(token, signal));
  if (!answer.ok) return refuseToken(context, answer.refusal, () => void signIn(context, token, signal));
  const { page, sessionMsLeft } = answer.value;
  context.endSessionIn(sessionMsLeft);
  const announcement = page.preorders.length > 0 ? t('shown', { count: page.preorders.length }) : t('empty.title');
  const changes: Partial<State> = { ...page, expired: false, announcement };
  const screen = context.shown('preorder');
  const stays = page.preorders.some(({ reference }) => reference === screen?.reference);
  if (screen && stays) showPreorder(context, screen, changes);
  else enter({ name: 'list' }, changes);
}

function refuseToken(context: Context, refusal: Refusal, again: () => void): void {
  const { change, enter, state, t } = context;
  const { preorders, screen } = state();
  // Only a test store is told.
  if (refusal.data.why) console.warn(`Service: the token of this page was refused. ${refusal.data.why}`);
  if (isPassing(refusal)) {
    const problem = problemOf(context, refusal, again);
    change(screen, { busy: null, problem }, { announcement: problem.title });
    // Pre-orders that were read with an earlier token stay on screen.
  } else if (preorders.length > 0) change(screen, { busy: null }, { expired: true, announcement: t('expired.title') });
  else enter({ name: 'sign_in' }, { announcement: t('sign_in.title') });
}

export function write({ shown, change }: Context, field: keyof ScreenOf<'guest'>['form'], value: string): void {
  const screen = shown('guest');
  if (!screen) return;
  const { form, errors } = screen;
  change(screen, { form: { ...form, [field]: value }, errors: { ...errors, [field]: undefined } });
}

export async function lookUp(context: Context): Promise<void> {
  const { api, shown, change, t } = context;
  const screen = shown('guest');
  if (!screen) return;
  const reference = screen.form.reference.trim();
  const place = screen.form.place.trim();
  const errors = {
    ...(reference === '' && { reference: t('guest.missing_reference') }),
    ...(place === '' && { place: t('guest.missing_place') }),
  };
  const [wrong] = Object.keys(errors);
  if (wrong) return change(screen, { errors, problem: null }, { focus: { on: wrong } });
  if (screen.busy) return;
  change(screen, { errors, problem: null, busy: 'begin' }, { announcement: t('guest.searching') });
  const answer = await ask(screen.signal, (signal) => api.lookUp(reference, place, signal));
  if (answer.ok) return showOne(context, answer.value, { focus: { on: 'heading' } });
  const problem = isPassing(answer.refusal)
    ? problemOf(context, answer.refusal, () => void lookUp(context))
    : { title: t('guest.not_found.title'), text: t('guest.not_found.text') };
  showProblem(context, problem);
}

/** Shows the pre-order of a mailed link with the session that came with the document. */
export function resume(context: Context, begun: BegunStatus): void {
  context.api.resume(begun.session);
  showOne(context, begun);
}

function showOne(context: Context, { preorder, sessionMsLeft }: BegunStatus, changes: Partial<State> = {}): void {
  context.endSessionIn(sessionMsLeft);
  const begun: Partial<State> = { preorders: [preorder], after: null, expired: false, sent: null, announcement: '' };
  showPreorder(context, viewOf(preorder.reference), { ...begun, ...changes });
}

export function lookUpAnother({ enter, endSessionIn }: Context): void {
  endSessionIn(null);
  enter(BLANK_GUEST_FORM, { preorders: [], expired: false, sent: null, message: '', focus: { on: 'heading' } });
}

export async function showMore(context: Context): Promise<void> {
  const { api, shown, change, state, t } = context;
  const screen = shown('list');
  const { after } = state();
  if (!screen || after === null || screen.busy) return;
  change(screen, { busy: 'more', problem: null });
  const answer = await ask(screen.signal, (signal) => api.more(after, signal));
  if (!answer.ok) return showFailure(context, answer.refusal, () => void showMore(context));
  const known = state().preorders.map(({ reference }) => reference);
  const more = answer.value.preorders.filter(({ reference }) => !known.includes(reference)); // answered meanwhile
  const preorders = [...state().preorders, ...more];
  // The button may be gone, so the focus moves to the first new pre-order.
  const [next] = more;
  const changes: Partial<State> = {
    preorders,
    after: answer.value.after,
    ...(next && { focus: { on: next.reference } }),
  };
  change(screen, { busy: null }, { ...changes, announcement: t('shown', { count: preorders.length }) });
}

export function open(context: Context, reference: string): void {
  showPreorder(context, viewOf(reference), { focus: { on: 'heading' } });
}

export function back({ enter, shown }: Context): void {
  const screen = shown('preorder');
  if (screen) enter({ name: 'list' }, { focus: { on: screen.reference } });
}

/** Lets the page handle the return. Only if it has no listener is the address shown here. */
export function arrangeReturn({ shown, change, send }: Context): void {
  const screen = shown('preorder');
  if (!screen) return;
  change(screen, { returning: screen.returning ?? 'asked' });
  send({ t: 'event', name: 'ArrangeReturnClicked', payload: { preorderReference: screen.reference } });
}

export function closeReturn({ shown, change }: Context): void {
  const screen = shown('preorder');
  if (screen) change(screen, { returning: null }, { focus: { on: 'heading' } });
}
