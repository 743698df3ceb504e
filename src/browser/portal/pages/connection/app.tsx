import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { say } from '../../ui/toasts.tsx';
import { type Connection, keepConnection } from './reads.ts';

const SHOP = /^(?:https:\/\/)?([a-z0-9][a-z0-9-]*\.myshopify\.com)\/?$/i;

/** Connects the account in which the merchant has opened our app: it showed them a code there. */
export function ConnectByApp({ app, known }: { app: NonNullable<Connection['app']>; known: string }) {
  const [address, setAddress] = useState(known);
  const [code, setCode] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const [, shop] = SHOP.exec(address.trim()) ?? [];
  const connect = async () => {
    const done = await sending.send(async () => {
      const body = { address: address.trim(), code: code.trim() };
      keepConnection(bodyOf(await api.POST('/admin/api/v1/connection/app', { body })).data);
    });
    if (!done) return;
    setCode('');
    say(t('connection.done'));
  };
  return (
    <Form onSubmit={connect}>
      <p>{t('connection.app.text')}</p>
      {fault && fault.param !== 'address' && fault.param !== 'code' && <FaultNotice fault={fault} />}
      <Input
        id="app-address"
        param="address"
        label={t('connection.field.address')}
        hint={t('connection.hint.shopify.address')}
        value={address}
        autoComplete="off"
        fault={fault}
        onValue={setAddress}
      />
      {shop && (
        <p>
          <a
            href={`https://${shop.toLowerCase()}/admin/oauth/install?client_id=${encodeURIComponent(app.client_id)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('connection.app.install', { address: shop.toLowerCase() })}
          </a>
        </p>
      )}
      <Input
        id="app-code"
        param="code"
        label={t('connection.app.code')}
        hint={t('connection.app.code.hint')}
        value={code}
        autoComplete="off"
        fault={fault}
        onValue={setCode}
      />
      <Button type="submit" busy={sending.busy}>
        {t('connection.connect.button')}
      </Button>
    </Form>
  );
}
