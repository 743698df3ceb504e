import type { PreorderDetail } from '../../requests/kinds.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { tookOver } from './change.ts';
import { TextWindow } from './text-window.tsx';

/** Notes something for colleagues. It stands in the timeline. */
export function NoteWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const keep = async (text: string) => {
    const params = { path: { reference: preorder.reference } };
    tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/notes', { params, body: { text } })).data);
  };
  return (
    <TextWindow
      title={t('preorder.note')}
      label={t('note.text')}
      hint={t('note.text.hint')}
      button={t('save')}
      send={keep}
      onClose={onClose}
    />
  );
}
