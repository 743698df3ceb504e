import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { download } from '../../ui/download.ts';
import { FaultNotice } from '../../ui/loaded.tsx';

type SaveEvidenceProps = { query: { reference: string } | { waitlist_id: string } };

/** Saves what shoppers were told of dates and what they answered, with its mails, as a file: for a bank, or a court. */
export function SaveEvidence({ query }: SaveEvidenceProps) {
  const sending = useSending();
  const save = () =>
    sending.send(async () => {
      const params = { query: { ...query, bom: true } };
      const file = bodyOf(await api.GET('/admin/api/v1/promises.csv', { params, parseAs: 'blob' }));
      download(file, 'promises.csv');
    });
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('evidence.save')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
