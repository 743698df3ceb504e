import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { ask, askOnce, showFailure, showProblem } from './asking.ts';
import type { Note, PreorderView, ScreenOf } from './screens.ts';
import { type Context, currentPreorder, keepChange, replacePreorder } from './state.ts';

/** Shows a pre-order, and reads what the list does not have of it. What is known of that is shown meanwhile. */
export function showPreorder(context: Context, view: PreorderView, changes: Parameters<Context['enter']>[1]): void {
  context.enter(view, changes);
  void readDetails(context);
}

export async function readDetails(context: Context): Promise<void> {
  const { api, shown, change } = context;
  const screen = shown('preorder');
  if (!screen) return;
  const answer = await ask(screen.signal, (signal) => api.details(screen.reference, signal));
  if (answer.ok) change(screen, { details: answer.value });
  // The page is useful without the details, so only an ended session is reported.
  else if (answer.refusal.code === 'session_ended') showFailure(context, answer.refusal, () => {});
}

/** Returns from a form to its pre-order, with a notice that something was done. */
export function showDone(context: Context, from: PreorderView, note: Note): void {
  showPreorder(context, { ...from, note }, { focus: { on: 'note' } });
}

/** Returns to the pre-order, which has changed meanwhile, and says that the request was refused. */
export async function showRefused(context: Context, from: PreorderView, what: string): Promise<void> {
  const { api, state, t } = context;
  const answer = await ask(state().screen.signal, (signal) => api.read(from.reference, signal));
  if (answer.ok) replacePreorder(context, answer.value);
  const problem = { title: t(`${what}.title`), text: t(`${what}.text`) };
  showPreorder(context, from, { problem, focus: { on: 'problem' } });
}

/** Returns from a form to its pre-order, and changes nothing. */
export function leave(context: Context): void {
  const { screen } = context.state();
  if ('from' in screen) showPreorder(context, screen.from, { focus: { on: 'heading' } });
}

/** Sends a shopper who has only looked the pre-order up to the confirmation by mail. Returns whether it did. */
export function confirmFirst({ enter, state }: Context, screen: PreorderView): boolean {
  const masked = currentPreorder(state())?.masked ?? false;
  if (masked) enter({ name: 'confirm', from: { ...screen, note: null } }, { focus: { on: 'heading' } });
  return masked;
}

/** Sends the link that opens the pre-order with the right to change it. */
export async function sendManageLink(context: Context): Promise<void> {
  const { api, set, shown, change, state, t } = context;
  const screen = shown('confirm');
  if (!screen || screen.busy || state().expired) return;
  const { from } = screen;
  change(screen, { busy: 'send', problem: null }, { announcement: t('cancel.sending') });
  const keep = () => set({ announcement: t('sent.title') });
  const answer = await askOnce(context, () => api.manageLink(from.reference), keep);
  if (answer.ok) {
    const text = t('sent.manage', { email: answer.value.email });
    return showDone(context, from, { title: t('sent.title'), text });
  }
  if (answer.refusal.code !== 'rate_limited')
    return showFailure(context, answer.refusal, () => void sendManageLink(context));
  showProblem(context, { title: t('too_many_links.title'), text: t('too_many_links.text') });
}

/**
 * Reads the address of a page of ours and shows a link to it. Card data belongs in such a page, and a browser opens a new
 * tab only on a press.
 */
export async function findPage(context: Context, purpose: 'card' | 'pay'): Promise<void> {
  const { api, change, t } = context;
  const screen = startOn(context);
  if (!screen) return;
  change(screen, { busy: purpose, problem: null, note: null });
  const answer = await ask(screen.signal, (signal) => api.page(screen.reference, purpose, signal));
  if (!answer.ok) return showFailure(context, answer.refusal, () => void findPage(context, purpose));
  const page = { url: answer.value.url, title: t('page.title'), text: t('page.text') };
  change(screen, { busy: null, page }, { focus: { on: 'page' } });
}

/** Returns the pre-order's screen if an action may start on it: no other request is under way, and the shopper is confirmed. */
export function startOn(context: Context): ScreenOf<'preorder'> | null {
  const screen = context.shown('preorder');
  return !screen || confirmFirst(context, screen) || screen.busy ? null : screen;
}

/** Reads the pre-order again when the shopper comes back from a page of ours, and says if it has changed. */
export async function refreshOnReturn(context: Context): Promise<void> {
  const { api, shown, change, state, t } = context;
  const before = currentPreorder(state());
  const screen = shown('preorder');
  if (!before || !screen?.page || screen.busy || state().expired) return;
  const answer = await ask(screen.signal, (signal) => api.read(screen.reference, signal));
  if (!answer.ok) return;
  const changed = JSON.stringify(answer.value) !== JSON.stringify(before);
  replacePreorder(context, answer.value);
  void readDetails(context);
  if (!changed) return;
  const note = { title: t('swapped.title'), text: t('swapped.text') };
  change(screen, { page: null, note }, { focus: { on: 'note' } });
}

/** Answers the question about a moved date. */
export async function answer(context: Context, choice: 'wait' | 'cancel'): Promise<void> {
  const { api, shown, change, t } = context;
  const questionId = shown('preorder')?.details?.question?.id;
  const screen = questionId && startOn(context);
  if (!screen) return;
  const title = t(`promise.${choice}`);
  const keep = (preorder: StatusPreorder) => keepChange(context, preorder, title);
  change(screen, { busy: choice, problem: null });
  const given = await askOnce(context, () => api.answer(screen.reference, questionId, choice), keep);
  if (!given.ok) {
    if (given.refusal.code === 'question_over')
      return showRefused(context, shown('preorder') ?? screen, 'question.over');
    return showFailure(context, given.refusal, () => void answer(context, choice));
  }
  // A cancellation is also confirmed by mail; the choice to wait is not.
  const note = { title, text: t(choice === 'cancel' ? 'swapped.text' : 'question.kept') };
  change(shown('preorder') ?? screen, { busy: null, note }, { focus: { on: 'note' } });
  void readDetails(context);
}
