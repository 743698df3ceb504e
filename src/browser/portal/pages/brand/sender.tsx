import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Brand } from '../../requests/kinds.ts';
import { keyOf, useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { setData } from '../../requests/use-data.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';

/** Who the mails of the store are from, and where answers to them go. */
export function Sender({ brand }: { brand: Brand }) {
  const { data: store } = useStoreSettings();
  const [name, setName] = useState(brand.sender_name ?? '');
  const [email, setEmail] = useState(brand.reply_to ?? '');
  const sending = useSending();
  const { fault } = sending;
  const save = async () => {
    const done = await sending.send(async () => {
      const body = { sender_name: name.trim() || null, reply_to: email.trim() || null };
      setData(keyOf('brand'), bodyOf(await api.PATCH('/admin/api/v1/store/brand', { body })).data);
    });
    if (done) say(t('saved'));
  };
  return (
    <Card title={t('sender.title')} hint={t('sender.text')}>
      <Form onSubmit={save}>
        {fault && fault.param !== 'sender_name' && fault.param !== 'reply_to' && <FaultNotice fault={fault} />}
        <Input
          id="sender_name"
          label={t('sender.name')}
          hint={t('sender.name.hint')}
          placeholder={store?.name ?? ''}
          value={name}
          fault={fault}
          onValue={setName}
        />
        <Input
          id="reply_to"
          type="email"
          label={t('sender.reply_to')}
          hint={t('sender.reply_to.hint')}
          placeholder={store?.contact_email ?? ''}
          value={email}
          fault={fault}
          onValue={setEmail}
        />
        <Button type="submit" busy={sending.busy}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
