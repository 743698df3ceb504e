import type { StatusLine, StatusPreorder } from '../../../../protocol/schema/status-api.ts';
import { queuePlaceText } from '../../../../protocol/wire/queue-place.ts';
import { formatAmount } from '../../../ui/money.ts';
import { currencyOf, groupLines } from '../lines.ts';
import type { Texts } from '../state.ts';
import { StateBadge } from './state-badge.tsx';

type LinesProps = {
  t: Texts;
  preorder: StatusPreorder;
  locale: string;
  /** Places in the queue, by line item id. */
  places: ReadonlyMap<string, number>;
  /** Null if nothing can be swapped; then there are no buttons. */
  onSwap: ((line: StatusLine) => void) | null;
};

/** The line items by groups: number, ship window and state. */
export function Lines({ t, preorder, locale, places, onSwap }: LinesProps) {
  const currency = currencyOf(preorder, locale);
  const groups = groupLines(preorder.lines);
  const differ = new Set(preorder.lines.map(({ state }) => state)).size > 1;
  return (
    <ul class="lines">
      {groups.map(({ key, first, lines }) => (
        <li key={key} class="lines__line">
          <div>
            <p class="lines__title">
              {lines.length} × {first.title || preorder.product}
            </p>
            {first.properties.map(({ name, value }) => (
              <p key={name} class="muted">
                {name}: {value}
              </p>
            ))}
            <p class="muted">{whenText(t, first)}</p>
            {places.has(first.id) && (
              <p class="muted">{t('place', { place: queuePlaceText(places.get(first.id) ?? 0) })}</p>
            )}
            {first.swap && onSwap && (
              <button type="button" class="link-button" onClick={() => onSwap(first)}>
                {t('swap', { item: first.title || preorder.product })}
              </button>
            )}
          </div>
          <p class="money">{formatAmount(first.unitPrice * lines.length, currency)}</p>
          {/* If all groups have the same state, the page's header shows it. */}
          {differ && <StateBadge t={t} state={first.state} />}
        </li>
      ))}
    </ul>
  );
}

/** Returns the date of the last event and the promised window, which a cancelled line item does not have. */
function whenText(t: Texts, { state, since, ships }: StatusLine): string {
  const promised = state === 'cancelled' ? '' : t(state === 'placed' ? 'ships' : 'promised', { window: ships });
  return [since && t(`on.${state}`, { date: since }), promised].filter(Boolean).join(' · ');
}
