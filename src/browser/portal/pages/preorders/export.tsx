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
  const save = () => sending.send(async () => download(await fileOf(filter), 'preorders.csv'));
  return (
    <>
      <Button kind="secondary" busy={sending.busy} onPress={() => void save()}>
        {t('preorders.export')}
      </Button>
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}

// As many as a request may name.
const NAMED_MAX = 250;

/** Returns chosen pre-orders as one file, the line items that the filter means. */
export async function exportOf(
  references: readonly string[],
  { sort: _, q, ...filter }: PreorderFilter,
): Promise<Blob> {
  const parts: string[] = [];
  for (let at = 0; at < references.length; at += NAMED_MAX) {
    const named = { ...filter, references: references.slice(at, at + NAMED_MAX).join(',') };
    const text = await (await fileOf(named, false)).text();
    // The columns stand at the top of each part.
    parts.push(at === 0 ? text : text.slice(text.indexOf('\n') + 1));
  }
  return new Blob(['\ufeff', ...parts], { type: 'text/csv' });
}

async function fileOf({ sort: _, ...filter }: PreorderFilter, bom = true): Promise<Blob> {
  const params = { query: { ...filter, bom } };
  return bodyOf(await api.GET('/admin/api/v1/preorders.csv', { params, parseAs: 'blob' }));
}
