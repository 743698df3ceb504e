import type { StatusPreorder } from '../../../protocol/schema/status-api.ts';
import type { Refusal } from '../api-client.ts';
import type { Context, Problem } from './state.ts';

export function problemOf({ t }: Context, { code, data }: Refusal, again: () => void): Problem {
  if (code !== 'rate_limited') return { title: t('failed.title'), text: t('failed.text'), again };
  const count = Math.max(1, Math.ceil(Number(data.retry_after) / 60));
  return { title: t('rate_limited.title'), text: t('rate_limited.text', { count }) };
}

/** Shows a failure that any request of a session may have: an ended session or a request that did not succeed. */
export function showFailure(context: Context, refusal: Refusal, again: () => void): void {
  if (refusal.code === 'session_ended') {
    context.set({ busy: null, expired: true, announcement: context.t('expired.title') });
  } else context.set({ busy: null, problem: problemOf(context, refusal, again), focus: { on: 'problem' } });
}

/** Replaces a pre-order in the state by its current version. */
export function replacePreorder({ state, set }: Context, preorder: StatusPreorder): void {
  set({ preorders: state().preorders.map((each) => (each.reference === preorder.reference ? preorder : each)) });
}

/**
 * Returns whether the shopper has opened another pre-order since the request was sent. A late answer must not change that
 * pre-order's page, so this only clears `busy`.
 */
export function isElsewhere({ state, set }: Context, reference: string): boolean {
  const isOther = state().reference !== reference;
  if (isOther) set({ busy: null });
  return isOther;
}
