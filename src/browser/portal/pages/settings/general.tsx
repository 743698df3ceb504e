import type { Store } from '../../data/kinds.ts';
import { t } from '../../texts.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';

/** Who the store is, and how it writes money and time. */
export function General({ store }: { store: Store }) {
  const orNone = (text: string) => (text === '' ? <span class="muted">{t('not_set')}</span> : text);
  return (
    <>
      <Card title={t('settings.store')}>
        <Facts
          facts={[
            [t('store.name'), store.name],
            [t('store.slug'), <code key="slug">{store.slug}</code>],
            [t('store.mode'), t(store.mode === 'test' ? 'mode.test_store' : 'mode.live_store')],
            [t('store.currency'), store.currency],
            [t('store.time_zone'), store.time_zone],
            [t('store.locale'), store.locale],
            [t('column.created'), moment(store.created_at, store.time_zone)],
          ]}
        />
      </Card>
      <Card title={t('settings.legal')}>
        <Facts
          facts={[
            [t('store.legal_name'), orNone(store.legal_name)],
            [
              t('store.legal_address'),
              <span key="address" class="lines">
                {orNone(store.legal_address)}
              </span>,
            ],
            [t('store.contact'), orNone(store.contact_email)],
            [t('store.terms'), orNone(store.terms_url)],
            [t('store.privacy'), orNone(store.privacy_url)],
          ]}
        />
      </Card>
      <Card title={t('settings.key')} hint={t('settings.key.text')}>
        <CopyLine text={store.public_key} label={t('snippet.copy_key')} />
      </Card>
    </>
  );
}
