import { Button } from '../../../ui/button.tsx';
import type { Waitlist } from '../../requests/kinds.ts';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { download } from '../../ui/download.ts';
import { Shown } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';

/** Shows a whole page of HTML that sells the product of a waitlist, to try it at once or to copy from. */
export function StorePage({ waitlist: { id, product }, onClose }: { waitlist: Waitlist; onClose: () => void }) {
  const page = useData(keyOf(`waitlists/${id}/page`), async () => {
    const path = { waitlist_id: id };
    return bodyOf(await api.GET('/admin/api/v1/waitlists/{waitlist_id}/page', { params: { path } })).data.page;
  });
  return (
    <Modal title={t('store_page.title')} onClose={onClose} wide>
      <p class="muted">{t('store_page.text')}</p>
      <Shown of={page}>
        {(html) => (
          <>
            <CodeBlock text={html} label={t('store_page.code')} />
            <ModalActions>
              <Button kind="secondary" onPress={() => save(html, product.product_code)}>
                {t('store_page.save')}
              </Button>
              <Button onPress={onClose}>{t('close')}</Button>
            </ModalActions>
          </>
        )}
      </Shown>
    </Modal>
  );
}

function save(html: string, name: string): void {
  download(new Blob([html], { type: 'text/html' }), `${name}.html`);
}
