import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { readSession } from '../../requests/session.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { forgetData } from '../../requests/use-data.ts';
import { useForm } from '../../requests/use-form.ts';
import { useMe, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Card } from '../../ui/page.tsx';
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
  const { route } = useLocation();
  const { stores } = useMe();
  const form = useForm({
    values: () => ({ 'typed-name': '' }),
    check: (typed) => ({ 'typed-name': typed['typed-name'].trim() !== name && t('act.type', { product: name }) }),
    save: async (typed) => {
      bodyOf(await api.POST('/admin/api/v1/store/delete', { body: { name: typed['typed-name'] } }));
      forgetData();
      await readSession();
    },
    said: t('delete_store.done', { store: name }),
    done: () => route('/'),
  });
  return (
    <FormWindow
      title={t('delete_store.sure', { store: name })}
      form={form}
      submit={t('delete_store.button')}
      kind="danger"
      onClose={onClose}
    >
      <p>{t(mode === 'live' ? 'delete_store.live' : 'delete_store.test')}</p>
      {stores.length === 1 && <p class="muted">{t('delete_store.last')}</p>}
      <Input {...form.field('typed-name')} label={t('act.type', { product: name })} autoComplete="off" />
    </FormWindow>
  );
}
