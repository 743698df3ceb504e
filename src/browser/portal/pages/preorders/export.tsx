import { Button } from '../../../ui/button.tsx';
import type { PreorderFilter } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { download } from '../../ui/download.ts';
import { FaultNotice } from '../../ui/loaded.tsx';

/** Saves the pre-orders of the list as a file for a spreadsheet. */
export function ExportButton({ filter }: { filter: PreorderFilter }) {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const params = { query: { ...filter, bom: true } };
      const file = bodyOf(await api.GET('/admin/api/v1/preorders.csv', { params, parseAs: 'blob' }));
      download(file, 'preorders.csv');
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('preorders.export')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
