import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { type Connection, keepConnection, readConnection } from './reads.ts';

const TIMES = ['release', 'payment', 'placing'] as const;

/** When the order of a pre-order is created on the platform. */
export function OrderTime({ connection }: { connection: Connection }) {
  const mayChange = useScopes()('store:write');
  const form = useForm({
    of: connection,
    values: ({ orders_at: now = 'release' }) => ({ orders_at: now }),
    read: readConnection,
    save: async ({ orders_at: at }, { header }) => {
      const init = { params: { header }, body: { at } };
      keepConnection(bodyOf(await api.POST('/admin/api/v1/connection/orders', init)).data);
    },
    said: t('saved'),
  });
  return (
    <Card title={t('connection.orders')} hint={t('connection.orders.text')}>
      {mayChange ? (
        <FormView form={form} submit={t('save')}>
          <Radios
            {...form.field('orders_at')}
            label={t('connection.orders.when')}
            options={TIMES.map((value) => ({
              value,
              text: t(`connection.orders.${value}`),
              hint: t(`connection.orders.${value}.text`),
            }))}
          />
        </FormView>
      ) : (
        <p>{t(`connection.orders.${form.values.orders_at}`)}</p>
      )}
    </Card>
  );
}
