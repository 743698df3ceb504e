import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Delivered } from './delivered.tsx';
import { TrackWindow } from './track.tsx';

type Parcel = PreorderDetail['fulfilments'][number];
type PartProps = { preorder: PreorderDetail; timeZone: string | undefined };

/** What was sent, and how it is followed. */
export function Parcels({ preorder, timeZone }: PartProps) {
  const { fulfilments } = preorder;
  const [correcting, setCorrecting] = useState<Parcel>();
  const mayWrite = useScopes()('preorders:write');
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
            <div class="parcel__state">
              {parcel.delivered_at ? (
                <Badge tone="good">{t('parcel.delivered', { time: moment(parcel.delivered_at, timeZone) })}</Badge>
              ) : (
                <>
                  <Badge tone="busy">{t('parcel.sent', { time: moment(parcel.sent_at, timeZone) })}</Badge>
                  {mayWrite && <Delivered preorder={preorder} number={parcel.number} />}
                </>
              )}
              {mayWrite && (
                <Button kind="secondary" onPress={() => setCorrecting(parcel)}>
                  {t('track.correct')}
                  <span class="visually-hidden"> {t('parcel.name', { number: parcel.number })}</span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {correcting && <TrackWindow preorder={preorder} parcel={correcting} onClose={() => setCorrecting(undefined)} />}
    </Card>
  );
}
