import type { Fault } from '../../requests/fault.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';

/** How a parcel is followed, as it is typed in. */
export type Tracking = { carrier: string; number: string; link: string };

/** Returns it as the private API takes it. */
export const trackingBody = ({ carrier, number, link }: Tracking) => ({
  carrier,
  tracking_number: number,
  tracking_link: link,
});

/** Says whether a refusal is shown at one of these fields. */
export const isOfParcel = ({ param = '' }: Fault): boolean => ['carrier', 'tracking', 'link'].includes(param);

export type ParcelFieldsProps = {
  tracking: Tracking;
  fault: Fault | undefined;
  onTracking: (tracking: Tracking) => void;
};

export function ParcelFields({ tracking, fault, onTracking }: ParcelFieldsProps) {
  const set = (values: Partial<Tracking>) => onTracking({ ...tracking, ...values });
  return (
    <>
      <Input
        id="carrier"
        label={t('send.carrier')}
        value={tracking.carrier}
        fault={fault}
        placeholder="DHL"
        onValue={(carrier) => set({ carrier })}
      />
      <Input
        id="tracking_number"
        param="tracking"
        label={t('send.number')}
        value={tracking.number}
        fault={fault}
        autoComplete="off"
        onValue={(number) => set({ number })}
      />
      <Input
        id="tracking_link"
        param="link"
        type="url"
        label={t('send.link')}
        hint={t('send.link.hint')}
        value={tracking.link}
        fault={fault}
        placeholder="https://"
        onValue={(link) => set({ link })}
      />
    </>
  );
}
