import { confirmFirst } from './details.ts';
import { isElsewhere, showFailure } from './failures.ts';
import type { Context } from './state.ts';

/** Characters, counted as the service does. */
const MESSAGE_MAX = 2_000;

export function startWriting(context: Context): void {
  if (confirmFirst(context)) return;
  context.set({ screen: 'write', problem: null, note: null, errors: {}, focus: { on: 'heading' } });
}

export function writeMessage({ set }: Context, message: string): void {
  set({ message, errors: {} });
}

export async function sendMessage(context: Context): Promise<void> {
  const { api, set, state, t } = context;
  const { message, busy, expired, reference } = state();
  if (busy || expired) return;
  const wrong =
    (message.trim() === '' && t('write.empty')) ||
    (message.length > MESSAGE_MAX && t('write.too_long', { count: MESSAGE_MAX }));
  if (wrong) return set({ errors: { message: wrong }, focus: { on: 'message' } });
  set({ busy: 'write', problem: null, announcement: t('cancel.sending') });
  const answer = await api.write(reference, message);
  if (answer.ok) set({ message: '' });
  if (isElsewhere(context, reference)) return;
  if (answer.ok) {
    const note = { title: t('written.title'), text: t('written.text') };
    return set({ screen: 'detail', busy: null, note, focus: { on: 'note' } });
  }
  if (answer.refusal.code !== 'rate_limited')
    return showFailure(context, answer.refusal, () => void sendMessage(context));
  const problem = { title: t('write.often.title'), text: t('write.often.text') };
  set({ busy: null, problem, focus: { on: 'problem' } });
}
