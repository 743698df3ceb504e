import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { PaymentAccount } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';

type PaceProps = { account: PaymentAccount; onChanged: (account: PaymentAccount) => void };

/** How many calls a second the service makes with the account: a large launch may have more, once the provider allows them. */
export function Pace({ account, onChanged }: PaceProps) {
  const { calls_per_second: before } = account;
  const [typed, setTyped] = useState(before === null || before === undefined ? '' : `${before}`);
  const sending = useSending();
  const fault = sending.fault && { ...sending.fault, param: sending.fault.param?.replace('calls_per_second', 'pace') };
  const ofField = fault?.param === 'pace' ? { ...fault, text: t('pace.wrong'), said: undefined } : undefined;
  const save = async () => {
    const done = await sending.send(async () => {
      // What is no number is refused by the service, like a number that is too large.
      const pace = typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : 0;
      onChanged(bodyOf(await api.PUT('/admin/api/v1/payments/pace', { body: { calls_per_second: pace } })).data);
    });
    if (done) say(t('saved'));
    else document.getElementById('pace')?.focus();
  };
  return (
    <Card title={t('pace.title')} hint={t('pace.text')}>
      <Form onSubmit={save}>
        {fault && !ofField && <FaultNotice fault={fault} />}
        <Input
          id="pace"
          inputMode="numeric"
          label={t('pace.label')}
          hint={t('pace.hint')}
          value={typed}
          autoComplete="off"
          fault={ofField}
          onValue={(value) => setTyped(value.trim())}
        />
        <Button type="submit" busy={sending.busy}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  );
}
