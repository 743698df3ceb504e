import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { readSession } from '../../requests/session.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { forgetData } from '../../requests/use-data.ts';
import { useMe, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { TestStore } from '../stores/beside.tsx';

/** What concerns the store as a whole: a test store beside a live one, and its end. */
export function Life({ store }: { store: Store }) {
  const can = useScopes();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <TestStore />
      {can('store:delete') && (
        <Card title={t('delete_store.title')} hint={t('delete_store.text')}>
          <p>
            <Button kind="danger" onPress={() => setDeleting(true)}>
              {t('delete_store.open')}
            </Button>
          </p>
          {deleting && <DeleteWindow store={store} onClose={() => setDeleting(false)} />}
        </Card>
      )}
    </>
  );
}

function DeleteWindow({ store: { name, mode }, onClose }: { store: Store; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { route } = useLocation();
  const { stores } = useMe();
  const sending = useSending();
  const remove = async () => {
    if (typed.trim() !== name) return document.getElementById('typed-name')?.focus();
    const done = await sending.send(async () => {
      bodyOf(await api.POST('/admin/api/v1/store/delete', { body: { name: typed } }));
    });
    if (!done) return;
    forgetData();
    await readSession();
    say(t('delete_store.done', { store: name }));
    route('/');
  };
  return (
    <Modal title={t('delete_store.sure', { store: name })} onClose={onClose}>
      <p>{t(mode === 'live' ? 'delete_store.live' : 'delete_store.test')}</p>
      {stores.length === 1 && <p class="muted">{t('delete_store.last')}</p>}
      <Input
        id="typed-name"
        label={t('act.type', { product: name })}
        value={typed}
        autoComplete="off"
        onValue={setTyped}
      />
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <ModalActions>
        <Button kind="secondary" onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button kind="danger" busy={sending.busy} onPress={() => void remove()}>
          {t('delete_store.button')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
