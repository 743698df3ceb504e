import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { useSending } from '../../requests/send.ts';
import { call } from '../../requests/session.ts';
import { changed } from '../../requests/use-data.ts';
import { useMe } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';

export function PasswordCard() {
  const { staff } = useMe();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const sending = useSending();
  const { fault } = sending;
  const change = async () => {
    if (!(await sending.send(() => call('PUT', 'password', { current_password: present, password })))) return;
    setPresent('');
    setPassword('');
    changed('account/sessions');
    say(t('password.changed'));
  };
  return (
    <Card title={t('account.password')} hint={t('account.password.text')}>
      <Form onSubmit={change}>
        {fault && fault.param !== 'password' && <FaultNotice fault={fault} />}
        {/* For password managers: whose password it is. */}
        <input
          class="visually-hidden"
          type="text"
          autoComplete="username"
          value={staff.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <Input
          id="current-password"
          type="password"
          label={t('field.current_password')}
          value={present}
          autoComplete="current-password"
          onValue={setPresent}
        />
        <Input
          id="new-password"
          param="password"
          type="password"
          label={t('field.new_password')}
          hint={t('field.new_password.hint')}
          value={password}
          autoComplete="new-password"
          fault={fault}
          onValue={setPassword}
        />
        <Button type="submit" busy={sending.busy}>
          {t('password.change')}
        </Button>
      </Form>
    </Card>
  );
}
