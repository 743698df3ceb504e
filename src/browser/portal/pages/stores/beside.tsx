import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { readSession } from '../../requests/session.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { Card } from '../../ui/page.tsx';

/** The test store beside a live one: makes it, or leads to it; in a test store, the way back and its clock. */
export function TestStore() {
  const { slug, mode, beside } = useCurrentStore();
  const can = useScopes();
  if (mode === 'test') {
    return (
      <Card title={t('beside.here')} hint={t('beside.here.text')}>
        <p class="buttons">
          <a class="button button--secondary" href={storePath(slug, '/clock')}>
            {t('nav.clock')}
          </a>
          {beside && (
            <a class="button button--secondary" href={storePath(beside)}>
              {t('beside.live')}
            </a>
          )}
        </p>
      </Card>
    );
  }
  if (!beside && !can('stores:create')) return null;
  return (
    <Card title={t('beside.title')} hint={t(beside ? 'beside.again' : 'beside.text')}>
      <p>
        {beside ? (
          <a class="button button--secondary" href={storePath(beside)}>
            {t('beside.test')}
          </a>
        ) : (
          <Make />
        )}
      </p>
    </Card>
  );
}

function Make() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" onPress={() => setOpen(true)}>
        {t('beside.button')}
      </Button>
      {open && <MakeWindow onClose={() => setOpen(false)} />}
    </>
  );
}

const SLUG_LENGTH_MAX = 63;

function MakeWindow({ onClose }: { onClose: () => void }) {
  const store = useCurrentStore();
  const { route } = useLocation();
  const form = useForm({
    values: () => ({ slug: `${store.slug.slice(0, SLUG_LENGTH_MAX - 5)}-test` }),
    save: async ({ slug }) => {
      const body = { slug: slug.trim() };
      const { data } = bodyOf(await api.POST('/admin/api/v1/store/test-store', { body }));
      await readSession();
      return data.slug;
    },
    said: t('beside.done'),
    done: (slug) => route(storePath(slug)),
  });
  return (
    <FormWindow
      title={t('beside.sure', { store: store.name })}
      form={form}
      submit={t('beside.button')}
      onClose={onClose}
    >
      <p>{t('beside.goes_along')}</p>
      <p class="muted">{t('beside.stays')}</p>
      <Input {...form.field('slug')} label={t('store.slug')} hint={t('new_store.slug.hint')} required />
    </FormWindow>
  );
}
