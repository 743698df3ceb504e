import type { PreorderDetail } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';

type PartProps = { preorder: PreorderDetail; timeZone: string | undefined };

/** What was sent, and how it is followed. */
export function Parcels({ preorder: { fulfilments }, timeZone }: PartProps) {
  if (fulfilments.length === 0) return null;
  return (
    <Card title={t('parcels.title')}>
      <ul class="parcels">
        {fulfilments.map((parcel) => (
          <li key={parcel.number} class="parcel">
            <div>
              <strong>{t('parcel.name', { number: parcel.number })}</strong>
              <span class="sub">{t('preorder.units', { count: parcel.lines.length })}</span>
            </div>
            <div>
              {parcel.carrier || t('parcel.no_carrier')}
              {parcel.tracking_number !== '' && (
                <span class="sub">
                  {parcel.tracking_link === '' ? (
                    parcel.tracking_number
                  ) : (
                    <a href={parcel.tracking_link} target="_blank" rel="noopener noreferrer">
                      {parcel.tracking_number}
                    </a>
                  )}
                </span>
              )}
            </div>
            <div>
              {parcel.delivered_at ? (
                <Badge tone="good">{t('parcel.delivered', { time: moment(parcel.delivered_at, timeZone) })}</Badge>
              ) : (
                <Badge tone="busy">{t('parcel.sent', { time: moment(parcel.sent_at, timeZone) })}</Badge>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
