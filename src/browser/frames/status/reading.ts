import type { BegunStatus } from '../../../protocol/schema/status-api.ts';
import type { ToStatus } from '../../../protocol/wire/frame-messages.ts';
import { isPassing, type Refusal } from '../api-client.ts';
import { readDetails } from './details.ts';
import { problemOf, showFailure } from './failures.ts';
import type { Context, State } from './state.ts';

/** Handles a message of the page: the shopper's mode, or that no listener of the page handles returns. */
export function receive(context: Context, message: ToStatus): void {
  const { state, set } = context;
  if (message.t === 'unheard') {
    if (message.name === 'ArrangeReturnClicked') set({ returning: state().askedReturnOf, focus: { on: 'return' } });
  } else if (message.t !== 'open') return;
  else if (message.mode === 'logged_in') void signIn(context, message.token ?? '');
  else if (state().mode !== 'guest' || state().screen === 'waiting') {
    context.endSessionIn(null);
    set({ mode: 'guest', screen: 'guest', preorders: [], after: null, expired: false, problem: null });
  }
}

/** Begins a session with a token. A fresh token may come while a pre-order is on screen; that stays. */
async function signIn(context: Context, token: string): Promise<void> {
  const { api, set, state, t } = context;
  set({ mode: 'logged_in', busy: 'begin', problem: null, announcement: t('loading') });
  const answer = await api.signIn(token);
  if (!answer.ok) return refuseToken(context, answer.refusal, token);
  const { page, sessionMsLeft } = answer.value;
  context.endSessionIn(sessionMsLeft);
  const { screen, reference } = state();
  const stays = screen === 'detail' && page.preorders.some((preorder) => preorder.reference === reference);
  const announcement = page.preorders.length > 0 ? t('shown', { count: page.preorders.length }) : t('empty.title');
  set({ ...page, screen: stays ? 'detail' : 'list', expired: false, busy: null, announcement });
}

function refuseToken(context: Context, refusal: Refusal, token: string): void {
  const { set, state, t } = context;
  if (isPassing(refusal)) {
    const problem = problemOf(context, refusal, () => void signIn(context, token));
    set({ busy: null, announcement: problem.title, problem });
    // Pre-orders that were read with an earlier token stay on screen.
  } else if (state().preorders.length > 0) set({ busy: null, expired: true, announcement: t('expired.title') });
  else set({ busy: null, screen: 'sign_in', announcement: t('sign_in.title') });
}

export function write({ set, state }: Context, field: keyof State['form'], value: string): void {
  const { form, errors } = state();
  set({ form: { ...form, [field]: value }, errors: { ...errors, [field]: undefined } });
}

export async function lookUp(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const reference = state().form.reference.trim();
  const place = state().form.place.trim();
  const errors = {
    ...(reference === '' && { reference: t('guest.missing_reference') }),
    ...(place === '' && { place: t('guest.missing_place') }),
  };
  const [wrong] = Object.keys(errors);
  if (wrong) return set({ errors, problem: null, focus: { on: wrong } });
  if (state().busy) return;
  set({ errors, problem: null, busy: 'begin', announcement: t('guest.searching') });
  const answer = await api.lookUp(reference, place);
  if (!answer.ok) {
    const problem = isPassing(answer.refusal)
      ? problemOf(context, answer.refusal, () => void lookUp(context))
      : { title: t('guest.not_found.title'), text: t('guest.not_found.text') };
    return set({ busy: null, problem, focus: { on: 'problem' } });
  }
  showOne(context, answer.value);
  set({ focus: { on: 'heading' } });
}

/** Shows the pre-order of a mailed link with the session that came with the document. */
export function resume(context: Context, begun: BegunStatus): void {
  context.api.resume(begun.session);
  showOne(context, begun);
}

function showOne(context: Context, { preorder, sessionMsLeft }: BegunStatus): void {
  const { reference } = preorder;
  context.endSessionIn(sessionMsLeft);
  context.set({
    screen: 'detail',
    preorders: [preorder],
    reference,
    after: null,
    busy: null,
    expired: false,
    sent: null,
    cancelled: null,
    announcement: '',
    details: null,
    note: null,
    page: null,
  });
  void readDetails(context, reference);
}

export function lookUpAnother({ set, endSessionIn }: Context): void {
  endSessionIn(null);
  set({
    screen: 'guest',
    preorders: [],
    reference: '',
    form: { reference: '', place: '' },
    errors: {},
    problem: null,
    details: null,
    note: null,
    page: null,
    message: '',
    expired: false,
    sent: null,
    cancelled: null,
    returning: null,
    focus: { on: 'heading' },
  });
}

export async function showMore(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { after, busy } = state();
  if (after === null || busy) return;
  set({ busy: 'more', problem: null });
  const answer = await api.more(after);
  if (!answer.ok) return showFailure(context, answer.refusal, () => void showMore(context));
  const preorders = [...state().preorders, ...answer.value.preorders];
  const announcement = t('shown', { count: preorders.length });
  // The button may be gone, so the focus moves to the first new pre-order.
  const [next] = answer.value.preorders;
  set({
    busy: null,
    preorders,
    after: answer.value.after,
    ...(next && { focus: { on: next.reference } }),
    announcement,
  });
}

export function open(context: Context, reference: string): void {
  context.set({
    screen: 'detail',
    reference,
    problem: null,
    cancelled: null,
    returning: null,
    note: null,
    page: null,
    details: null,
    focus: { on: 'heading' },
  });
  void readDetails(context, reference);
}

export function back({ set, state }: Context): void {
  const focus = { on: state().reference };
  set({ screen: 'list', problem: null, cancelled: null, returning: null, note: null, page: null, focus });
}

/** Lets the page handle the return. Only if it has no listener is the address shown here. */
export function arrangeReturn({ set, state, send }: Context): void {
  const { reference } = state();
  set({ askedReturnOf: reference });
  send({ t: 'event', name: 'ArrangeReturnClicked', payload: { preorderReference: reference } });
}

export function closeReturn({ set }: Context): void {
  set({ returning: null, focus: { on: 'heading' } });
}
