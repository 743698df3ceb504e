import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import { isElsewhere, replacePreorder, showFailure } from './failures.ts';
import { type Context, currentPreorder } from './state.ts';

/** Reads the parts of a pre-order's page that the list does not have. The screen stays as it is meanwhile. */
export async function readDetails(context: Context, reference: string): Promise<void> {
  const { api, set, state } = context;
  const answer = await api.details(reference);
  if (state().reference !== reference) return;
  if (answer.ok) set({ details: { reference, ...answer.value } });
  // The page is useful without the details, so only an ended session is reported.
  else if (answer.refusal.code === 'session_ended') showFailure(context, answer.refusal, () => {});
}

/** Returns to the pre-order and shows it after a change. */
export function showChanged(
  context: Context,
  preorder: StatusPreorder,
  note: 'swapped' | `address.${'saved' | 'same'}`,
): void {
  const { set, t } = context;
  replacePreorder(context, preorder);
  if (isElsewhere(context, preorder.reference)) return;
  set({
    screen: 'detail',
    busy: null,
    problem: null,
    cancelled: null,
    page: null,
    note: { title: t(`${note}.title`), text: t(`${note}.text`) },
    focus: { on: 'note' },
  });
  void readDetails(context, preorder.reference);
}

/** Returns to the pre-order, which has changed meanwhile, and says that the request was refused. */
export async function showRefused(context: Context, what: string): Promise<void> {
  const { api, set, state, t } = context;
  const { reference } = state();
  const answer = await api.read(reference);
  if (answer.ok) replacePreorder(context, answer.value);
  if (isElsewhere(context, reference)) return;
  const problem = { title: t(`${what}.title`), text: t(`${what}.text`) };
  set({ screen: 'detail', busy: null, problem, focus: { on: 'problem' } });
  void readDetails(context, reference);
}

export function leave({ set }: Context): void {
  set({ screen: 'detail', problem: null, focus: { on: 'heading' } });
}

/** Sends a shopper who has only looked the pre-order up to the confirmation by mail. Returns whether it did. */
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

/**
 * Reads the address of a page of ours and shows a link to it. Card data belongs in such a page, and a browser opens a new
 * tab only on a press.
 */
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

/** Reads the pre-order again when the shopper comes back from a page of ours, and says if it has changed. */
export async function refreshOnReturn(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const before = currentPreorder(state());
  if (!before || !state().page || state().busy || state().expired) return;
  const answer = await api.read(before.reference);
  if (!answer.ok || state().reference !== before.reference) return;
  const changed = JSON.stringify(answer.value) !== JSON.stringify(before);
  replacePreorder(context, answer.value);
  void readDetails(context, before.reference);
  if (changed) set({ page: null, note: { title: t('swapped.title'), text: t('swapped.text') }, focus: { on: 'note' } });
}

/** Downloads the receipt as a file that the shopper can keep and print. */
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
  if (given.ok) replacePreorder(context, given.value);
  if (isElsewhere(context, reference)) return;
  if (!given.ok) {
    if (given.refusal.code === 'question_over') return showRefused(context, 'question.over');
    return showFailure(context, given.refusal, () => void answer(context, choice));
  }
  // A cancellation is also confirmed by mail; the choice to wait is not.
  const text = context.t(choice === 'cancel' ? 'swapped.text' : 'question.kept');
  const note = { title: context.t(`promise.${choice}`), text };
  set({ busy: null, note, focus: { on: 'note' } });
  void readDetails(context, reference);
}
