import type { StatusLine } from '../../../../protocol/schema/status-api.ts';
import type { Texts } from '../state.ts';

/** Names a state that is no step on the way to the shopper. The colour only repeats the word. */
export function StateBadge({ t, state }: { t: Texts; state: StatusLine['state'] }) {
  if (state !== 'payment_due' && state !== 'returned' && state !== 'cancelled') return null;
  return <p class={`badge badge--${state}`}>{t(`state.${state}`)}</p>;
}
