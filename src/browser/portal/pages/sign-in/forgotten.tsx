import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useSending } from '../../requests/send.ts';
import { call } from '../../requests/session.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { WholeScreen } from '../../ui/screens.tsx';

/** Asks for a mail with a link that sets a new password. */
export function Forgotten() {
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState(false);
  const sending = useSending();
  const submit = async () => {
    if (await sending.send(() => call('POST', 'password-resets', { email }))) setAsked(true);
  };
  return (
    <WholeScreen title={t('forgotten.title')}>
      {asked ? (
        <div role="status">
          {/* The same for every address: it must not tell who has an account. */}
          <Notice kind="success" title={t('forgotten.sent')}>
            <p>{t('forgotten.sent.text', { email })}</p>
          </Notice>
        </div>
      ) : (
        <Form onSubmit={submit}>
          <p class="muted">{t('forgotten.text')}</p>
          {sending.fault && <FaultNotice fault={sending.fault} />}
          <Input
            id="email"
            type="email"
            label={t('field.email')}
            value={email}
            autoComplete="username"
            onValue={setEmail}
          />
          <Button type="submit" wide busy={sending.busy}>
            {t('forgotten.button')}
          </Button>
        </Form>
      )}
      <p class="whole__foot">
        <a href="/">{t('forgotten.back')}</a>
      </p>
    </WholeScreen>
  );
}
