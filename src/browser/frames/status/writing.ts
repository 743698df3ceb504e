import { askOnce, showFailure, showProblem } from './asking.ts';
import { confirmFirst, showDone } from './details.ts';
import type { Context } from './state.ts';

/** Characters, counted as the service does. */
const MESSAGE_MAX = 2_000;
/** Fewer characters left than this are counted for the shopper. */
const COUNTED_BELOW = 200;

/** Returns how long the message is and may be, such as "1,900 / 2,000", once it comes near the most; '' before. */
export function lengthHint(message: string, locale: string): string {
  if (message.length <= MESSAGE_MAX - COUNTED_BELOW) return '';
  const { format } = new Intl.NumberFormat(locale);
  return `${format(message.length)} / ${format(MESSAGE_MAX)}`;
}

export function startWriting(context: Context): void {
  const { enter, shown } = context;
  const screen = shown('preorder');
  if (!screen || confirmFirst(context, screen)) return;
  enter({ name: 'write', from: { ...screen, note: null }, errors: {} }, { focus: { on: 'heading' } });
}

export function writeMessage({ shown, change }: Context, message: string): void {
  const screen = shown('write');
  if (screen) change(screen, { errors: {} }, { message });
}

export async function sendMessage(context: Context): Promise<void> {
  const { api, set, shown, change, state, t } = context;
  const screen = shown('write');
  const { message, expired } = state();
  if (!screen || screen.busy || expired) return;
  const { from } = screen;
  const wrong =
    (message.trim() === '' && t('write.empty')) ||
    (message.length > MESSAGE_MAX && t('write.too_long', { count: MESSAGE_MAX }));
  if (wrong) return change(screen, { errors: { message: wrong } }, { focus: { on: 'message' } });
  change(screen, { busy: 'write', problem: null }, { announcement: t('cancel.sending') });
  const title = t('written.title');
  // A shopper who came back meanwhile may be writing another one.
  const keep = () => set({ announcement: title, ...(state().message === message && { message: '' }) });
  const answer = await askOnce(context, () => api.write(from.reference, message), keep);
  if (answer.ok) return showDone(context, from, { title, text: t('written.text') });
  if (answer.refusal.code !== 'rate_limited')
    return showFailure(context, answer.refusal, () => void sendMessage(context));
  showProblem(context, { title: t('write.often.title'), text: t('write.often.text') });
}
