import { Button } from '../../../ui/button.tsx';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { tookOver } from './change.ts';

/** Says that a parcel is with the shopper: the carrier does not tell the service. */
export function Delivered({ preorder: { reference }, number }: { preorder: PreorderDetail; number: number }) {
  const sending = useSending();
  const record = () =>
    sending.send(async () => {
      const params = { path: { reference, number } };
      const path = '/admin/api/v1/preorders/{reference}/fulfilments/{number}/deliver';
      tookOver(bodyOf(await api.POST(path, { params, body: {} })).data);
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void record()}>
        {t('parcel.deliver')}
        <span class="visually-hidden"> {t('parcel.name', { number })}</span>
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
