import type { StatusLine } from '../../../../protocol/schema/status-api.ts';
import type { Texts } from '../state.ts';

/** Names the state of a line item. The colour only repeats the word. */
export function StateBadge({ t, state }: { t: Texts; state: StatusLine['state'] }) {
  return <span class={`badge badge--${state}`}>{t(`state.${state}`)}</span>;
}
