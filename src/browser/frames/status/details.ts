import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { isElsewhere, showFailure, showNow } from './failures.ts';
import { type Context, currentPreorder } from './state.ts';

/** Reads what one pre-order's page shows beside what the list has. What is on screen stays meanwhile. */
export async function readDetails(context: Context, reference: string): Promise<void> {
  const { api, set, state } = context;
  const answer = await api.details(reference);
  if (state().reference !== reference) return;
  if (answer.ok) set({ details: { reference, ...answer.value } });
  // Without them the page still says what was bought: only a session that is over is worth a word.
  else if (answer.refusal.code === 'session_ended') showFailure(context, answer.refusal, () => {});
}

/** Back to the pre-order, as it is after a change. */
export function showChanged(
  context: Context,
  preorder: StatusPreorder,
  note: 'swapped' | `address.${'saved' | 'same'}`,
): void {
  const { set, t } = context;
  showNow(context, preorder);
  if (isElsewhere(context, preorder.reference)) return;
  set({
    ...{ screen: 'detail', busy: null, problem: null, cancelled: null, page: null },
    ...{ note: { title: t(`${note}.title`), text: t(`${note}.text`) }, focus: { on: 'note' } },
  });
  void readDetails(context, preorder.reference);
}

/** Back to the pre-order, which something happened to meanwhile: nothing was changed. */
export async function showRefused(context: Context, what: string): Promise<void> {
  const { api, set, state, t } = context;
  const { reference } = state();
  const answer = await api.read(reference);
  if (answer.ok) showNow(context, answer.value);
  if (isElsewhere(context, reference)) return;
  const problem = { title: t(`${what}.title`), text: t(`${what}.text`) };
  set({ screen: 'detail', busy: null, problem, focus: { on: 'problem' } });
  void readDetails(context, reference);
}

export function leave({ set }: Context): void {
  set({ screen: 'detail', problem: null, focus: { on: 'heading' } });
}

/** Whoever only looked it up is asked to come by a link first. */
export function confirmFirst({ set, state }: Context): boolean {
  const masked = currentPreorder(state())?.masked ?? false;
  if (masked) set({ screen: 'confirm', problem: null, note: null, focus: { on: 'heading' } });
  return masked;
}

/** Sends the link that opens the pre-order with the right to change it. */
export async function sendManageLink(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { reference, busy, expired } = state();
  if (busy || expired) return;
  set({ busy: 'send', problem: null, announcement: t('cancel.sending') });
  const answer = await api.manageLink(reference);
  if (isElsewhere(context, reference)) return;
  if (answer.ok) {
    const note = { title: t('sent.title'), text: t('sent.manage', { email: answer.value.email }) };
    return set({ screen: 'detail', busy: null, note, focus: { on: 'note' } });
  }
  if (answer.refusal.code !== 'rate_limited')
    return showFailure(context, answer.refusal, () => void sendManageLink(context));
  const problem = { title: t('too_many_links.title'), text: t('too_many_links.text') };
  set({ busy: null, problem, focus: { on: 'problem' } });
}

/** A page of ours in a tab of its own: cards are for those, and a tab opens only when the reader presses. */
export async function findPage(context: Context, purpose: 'card' | 'pay'): Promise<void> {
  const { api, set, state, t } = context;
  if (confirmFirst(context) || state().busy) return;
  const { reference } = state();
  set({ busy: purpose, problem: null, note: null });
  const answer = await api.page(reference, purpose);
  if (isElsewhere(context, reference)) return;
  if (!answer.ok) return showFailure(context, answer.refusal, () => void findPage(context, purpose));
  const page = { url: answer.value.url, title: t('page.title'), text: t('page.text') };
  set({ busy: null, page, focus: { on: 'page' } });
}

/** Whoever comes back from a page of ours sees what it did. */
export async function lookAgain(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const before = currentPreorder(state());
  if (!before || !state().page || state().busy || state().expired) return;
  const answer = await api.read(before.reference);
  if (!answer.ok || state().reference !== before.reference) return;
  const changed = JSON.stringify(answer.value) !== JSON.stringify(before);
  showNow(context, answer.value);
  void readDetails(context, before.reference);
  if (changed) set({ page: null, note: { title: t('swapped.title'), text: t('swapped.text') }, focus: { on: 'note' } });
}

/** The receipt as a file: it is theirs to keep, and prints by itself. */
export async function saveReceipt(context: Context): Promise<void> {
  const { api, set, state } = context;
  if (confirmFirst(context) || state().busy) return;
  const { reference } = state();
  set({ busy: 'receipt', problem: null });
  const answer = await api.receipt(reference);
  if (!answer.ok) return showFailure(context, answer.refusal, () => void saveReceipt(context));
  set({ busy: null });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([answer.value], { type: 'text/html' }));
  link.download = `${reference}.html`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Answers the question about a moved date. */
export async function answer(context: Context, choice: 'wait' | 'cancel'): Promise<void> {
  const { api, set, state } = context;
  const { details, reference, busy } = state();
  const questionId = details?.question?.id;
  if (!questionId || confirmFirst(context) || busy) return;
  set({ busy: choice, problem: null });
  const given = await api.answer(reference, questionId, choice);
  if (given.ok) showNow(context, given.value);
  if (isElsewhere(context, reference)) return;
  if (!given.ok) {
    if (given.refusal.code === 'question_over') return showRefused(context, 'question.over');
    return showFailure(context, given.refusal, () => void answer(context, choice));
  }
  // Of a cancellation a mail tells; of waiting nothing more is to be told.
  const text = context.t(choice === 'cancel' ? 'swapped.text' : 'question.kept');
  const note = { title: context.t(`promise.${choice}`), text };
  set({ busy: null, note, focus: { on: 'note' } });
  void readDetails(context, reference);
}
