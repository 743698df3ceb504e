import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';

/** How a parcel is followed, as it is typed in and as the private API takes it. */
export type Tracking = { carrier: string; tracking_number: string; tracking_link: string };

export type ParcelFieldsProps = { tracking: Tracking; onTracking: (tracking: Partial<Tracking>) => void };

export function ParcelFields({ tracking, onTracking }: ParcelFieldsProps) {
  return (
    <>
      <Input
        id="carrier"
        label={t('send.carrier')}
        value={tracking.carrier}
        placeholder="DHL"
        onValue={(carrier) => onTracking({ carrier })}
      />
      <Input
        id="tracking_number"
        param="tracking"
        label={t('send.number')}
        value={tracking.tracking_number}
        autoComplete="off"
        onValue={(tracking_number) => onTracking({ tracking_number })}
      />
      <Input
        id="tracking_link"
        param="link"
        type="url"
        label={t('send.link')}
        hint={t('send.link.hint')}
        value={tracking.tracking_link}
        placeholder="https://"
        onValue={(tracking_link) => onTracking({ tracking_link })}
      />
    </>
  );
}
