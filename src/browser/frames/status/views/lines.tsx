import type { StatusFulfilment, StatusLine, StatusPreorder } from '../../../../protocol/schema/status-api.ts';
import { queuePlaceText } from '../../../../protocol/wire/queue-place.ts';
import { formatAmount } from '../../../ui/money.ts';
import { confirmFirst } from '../details.ts';
import { currencyOf, fulfilmentOf, type Group, groupLines } from '../lines.ts';
import { currentPreorder, type Texts } from '../state.ts';
import { Picture } from './picture.tsx';
import { Progress } from './progress.tsx';
import { StateBadge } from './state-badge.tsx';
import type { ViewProps } from './view-props.ts';

/** The line items by groups: the picture, the date, how far it is, and where to follow the parcel. */
export function Lines(props: ViewProps<'preorder'>) {
  const preorder = currentPreorder(props.state);
  if (!preorder) return null;
  return (
    <ul class="lines">
      {groupLines(preorder.lines, preorder.fulfilments).map((group) => (
        <Line key={group.key} {...props} preorder={preorder} group={group} />
      ))}
    </ul>
  );
}

type LineProps = ViewProps<'preorder'> & { preorder: StatusPreorder; group: Group };

function Line(props: LineProps) {
  const { context, screen, preorder, group } = props;
  const { t, locale } = context;
  const { first, lines } = group;
  const place = screen.details?.places.find(({ lineItemId }) => lineItemId === first.id)?.place;
  const parcel = fulfilmentOf(preorder, first);
  return (
    <li class="line">
      <div class="line__ware">
        <Picture src={first.image} />
        <div>
          <p class="line__title">
            {lines.length} × <bdi>{first.title || preorder.product}</bdi>
          </p>
          {first.properties.map(({ name, value }) => (
            <p key={name} class="muted">
              <bdi>
                {name}: {value}
              </bdi>
            </p>
          ))}
          <StateBadge t={t} state={first.state} />
        </div>
        <p class="money">{formatAmount(first.unitPrice * lines.length, currencyOf(preorder, locale))}</p>
      </div>
      <div>
        <p class="when">{whenText(t, first, parcel)}</p>
        {first.state === 'placed' && <LastChange {...props} />}
        {(first.state === 'fulfilled' || first.state === 'returned') && (
          <p class="muted">{t('promised', { window: first.ships })}</p>
        )}
        {place !== undefined && <p class="muted">{t('place', { place: queuePlaceText(place) })}</p>}
      </div>
      <Progress t={t} steps={first.progress} />
      {parcel && <Tracking {...props} parcel={parcel} />}
    </li>
  );
}

/** Says since when the date is the present one, and why. A question about it says that by itself. */
function LastChange({ context: { t }, screen: { details }, group: { first } }: LineProps) {
  const last = details?.promises.at(-1);
  // Only a date that was moved has a reason.
  if (!last?.reason || details?.question || last.ships !== first.ships) return null;
  return (
    <p class="muted">
      {t('date_changed', { date: last.on })} · <bdi>{last.reason}</bdi>
    </p>
  );
}

/** Returns when it ships, or for a line item that was sent, came back or was cancelled, since when that is so. */
export function whenText(t: Texts, line: StatusLine, parcel: StatusFulfilment | undefined): string {
  const { state, since, ships } = line;
  if (state === 'fulfilled' && parcel?.deliveredOn) return t('on.delivered', { date: parcel.deliveredOn });
  const isOver = state === 'fulfilled' || state === 'returned' || state === 'cancelled';
  return isOver && since ? t(`on.${state}`, { date: since }) : t('ships', { window: ships });
}

function Tracking({ context, state, screen, preorder, parcel }: LineProps & { parcel: StatusFulfilment }) {
  const { t } = context;
  const { number, carrier, trackingNumber, trackingLink, hidden } = parcel;
  const name = preorder.fulfilments.length > 1 ? t('parcel', { number }) : '';
  const facts = [name, carrier, trackingNumber].filter(Boolean);
  return (
    <div class="tracking">
      {trackingLink && (
        <a class="button button--primary" href={trackingLink} target="_blank" rel="noopener noreferrer">
          {t('track')}
        </a>
      )}
      {hidden && !state.expired && (
        <button type="button" class="button button--secondary" onClick={() => confirmFirst(context, screen)}>
          {t('track')}
        </button>
      )}
      {facts.length > 0 && (
        <p class="facts">
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
        </p>
      )}
    </div>
  );
}
