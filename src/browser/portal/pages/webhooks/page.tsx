import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import { keyOf } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useData } from '../../requests/use-data.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { ago } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty, Shown } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { CreateWebhook } from './create.tsx';
import { WebhookDetail } from './detail.tsx';
import { WebhookState } from './state.tsx';

/** The addresses that are told what happens in the store, or one of them with its log. */
export function Webhooks() {
  const { id } = useRoute().params;
  return id === undefined ? <List /> : <WebhookDetail id={id} />;
}

function List() {
  const { slug } = useCurrentStore();
  const mayWrite = useScopes()('webhooks:write');
  const webhooks = useData(keyOf('webhooks'), async () => bodyOf(await api.GET('/admin/api/v1/webhooks')).data);
  const [creating, setCreating] = useState(false);
  return (
    <Card
      title={t('settings.webhooks')}
      hint={t('webhooks.text')}
      actions={mayWrite && <Button onPress={() => setCreating(true)}>{t('webhooks.create')}</Button>}
      flush
    >
      <Shown of={webhooks}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('webhooks.none')}>
              <p>{t('webhooks.none.text')}</p>
            </Empty>
          ) : (
            <Table
              caption={t('settings.webhooks')}
              rows={list}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t('webhooks.address'),
                  heads: true,
                  cell: ({ id, url, description }) => (
                    <>
                      <a class="long" href={storePath(slug, `/settings/webhooks/${id}`)}>
                        {url}
                      </a>
                      {description !== '' && <span class="sub">{description}</span>}
                    </>
                  ),
                },
                { title: t('column.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
                {
                  title: t('webhooks.delivered'),
                  cell: ({ delivered_at: at }) => (at === null ? t('never') : ago(at)),
                },
                { title: t('webhooks.waiting'), number: true, cell: ({ waiting }) => waiting },
              ]}
            />
          )
        }
      </Shown>
      {creating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Card>
  );
}
