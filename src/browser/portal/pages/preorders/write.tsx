import type { PreorderDetail } from '../../requests/kinds.ts';
import { say } from '../../requests/say.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { tookOver } from './change.ts';
import { TextWindow } from './text-window.tsx';

/** Writes to the shopper: a mail, which also stands on the status page. */
export function WriteWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const write = async (text: string) => {
    const params = { path: { reference: preorder.reference } };
    tookOver(bodyOf(await api.POST('/admin/api/v1/preorders/{reference}/messages', { params, body: { text } })).data);
  };
  return (
    <TextWindow
      title={t('preorder.write')}
      label={t('write.text')}
      hint={t('write.text.hint', { email: preorder.contact?.email ?? '' })}
      button={t('write.button')}
      send={write}
      onSent={() => say(t('write.done'))}
      onClose={onClose}
    />
  );
}
