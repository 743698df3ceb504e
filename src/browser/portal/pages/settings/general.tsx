import type { Store } from '../../requests/kinds.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Decimals } from './decimals.tsx';
import { Legal } from './legal.tsx';
import { Life } from './life.tsx';
import { Place } from './place.tsx';

/** Who the store is, and how it writes money and time. */
export function General({ store }: { store: Store }) {
  const mayWrite = useScopes()('store:write');
  return (
    <>
      <Decimals store={store} mayWrite={mayWrite} />
      <Legal store={store} />
      <Place store={store} mayWrite={mayWrite} />
      <Card title={t('settings.store')} hint={t('settings.store.text')}>
        <Facts
          facts={[
            [t('store.slug'), <code key="slug">{store.slug}</code>],
            [t('store.mode'), t(store.mode === 'test' ? 'mode.test_store' : 'mode.live_store')],
            [t('store.currency'), store.currency],
            [t('store.decimals'), store.currency_digits ?? t('not_set')],
            [t('column.created'), moment(store.created_at, store.time_zone)],
          ]}
        />
      </Card>
      <Life store={store} />
    </>
  );
}
