import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { type Connection, keepConnection } from './reads.ts';

const TIMES = ['release', 'payment', 'placing'] as const;
type Time = (typeof TIMES)[number];

/** When the order of a pre-order is created on the platform. */
export function OrderTime({ connection: { orders_at: now = 'release' } }: { connection: Connection }) {
  const mayChange = useScopes()('store:write');
  const [chosen, setChosen] = useState<Time>(now);
  const sending = useSending();
  const save = async () => {
    const done = await sending.send(async () =>
      keepConnection(bodyOf(await api.POST('/admin/api/v1/connection/orders', { body: { at: chosen } })).data),
    );
    if (done) say(t('saved'));
  };
  return (
    <Card title={t('connection.orders')} hint={t('connection.orders.text')}>
      {mayChange ? (
        <Form onSubmit={save}>
          <Radios
            id="orders_at"
            label={t('connection.orders.when')}
            value={chosen}
            options={TIMES.map((value) => ({
              value,
              text: t(`connection.orders.${value}`),
              hint: t(`connection.orders.${value}.text`),
            }))}
            onValue={(value) => setChosen(TIMES.find((one) => one === value) ?? now)}
          />
          {sending.fault && <FaultNotice fault={sending.fault} />}
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
        </Form>
      ) : (
        <p>{t(`connection.orders.${now}`)}</p>
      )}
    </Card>
  );
}
