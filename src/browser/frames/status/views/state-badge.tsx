import type { StatusLine } from '../../../../protocol/schema/status-api.ts';
import type { Texts } from '../state.ts';

/** Where it stands, in a word; the colour only repeats it. */
export function StateBadge({ t, state }: { t: Texts; state: StatusLine['state'] }) {
  return <span class={`badge badge--${state}`}>{t(`state.${state}`)}</span>;
}
