import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { Refusal } from './api.ts';
import type { Context, Problem } from './state.ts';

/** Later it may go well: it says nothing of what was asked. */
export function isPassing({ code }: Refusal): boolean {
  return ['network', 'rate_limited', 'unavailable', 'internal_error', 'request_timeout'].includes(code);
}

export function problemOf({ t }: Context, { code, wait }: Refusal, again: () => void): Problem {
  if (code !== 'rate_limited') return { title: t('failed.title'), text: t('failed.text'), again };
  const count = Math.max(1, Math.ceil(wait / 60));
  return { title: t('rate_limited.title'), text: t('rate_limited.text', { count }) };
}

/** What every request of a session may meet: it has ended, or it did not go through. */
export function showFailure(context: Context, refusal: Refusal, again: () => void): void {
  if (refusal.code === 'session_ended') {
    context.set({ busy: null, expired: true, announcement: context.t('expired.title') });
  } else context.set({ busy: null, problem: problemOf(context, refusal, again), focus: { on: 'problem' } });
}

/** Shows a pre-order as it is now, wherever it stands in the list. */
export function showNow({ state, set }: Context, preorder: StatusPreorder): void {
  set({ preorders: state().preorders.map((each) => (each.reference === preorder.reference ? preorder : each)) });
}

/**
 * Whether the reader has opened another pre-order since that one was asked about: on its page an answer that was long on its
 * way has nothing to say. Nothing is waited for then.
 */
export function isElsewhere({ state, set }: Context, reference: string): boolean {
  const isOther = state().reference !== reference;
  if (isOther) set({ busy: null });
  return isOther;
}
