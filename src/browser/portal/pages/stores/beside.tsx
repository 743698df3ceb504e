import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { readSession } from '../../requests/session.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';

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
  const [slug, setSlug] = useState(`${store.slug.slice(0, SLUG_LENGTH_MAX - 5)}-test`);
  const sending = useSending();
  const { fault } = sending;
  const make = () =>
    sending.send(async () => {
      const { data } = bodyOf(await api.POST('/admin/api/v1/store/test-store', { body: { slug } }));
      await readSession();
      say(t('beside.done'));
      route(storePath(data.slug));
    });
  return (
    <Modal title={t('beside.sure', { store: store.name })} onClose={onClose}>
      <Form onSubmit={make}>
        <p>{t('beside.goes_along')}</p>
        <p class="muted">{t('beside.stays')}</p>
        <Input
          id="slug"
          label={t('store.slug')}
          hint={t('new_store.slug.hint')}
          value={slug}
          fault={fault}
          onValue={(value) => setSlug(value.trim())}
        />
        {fault && fault.param !== 'slug' && <FaultNotice fault={fault} />}
        <ModalActions>
          <Button kind="secondary" onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" busy={sending.busy}>
            {t('beside.button')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
}
