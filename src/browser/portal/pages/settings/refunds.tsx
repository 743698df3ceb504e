import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { decimal, money } from '../../ui/format.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { saveSettings } from './save.ts';

/** How much somebody without the right for large refunds may give back at once. */
export function RefundLimit({ store }: { store: Store }) {
  const { refund_limit: limit, currency } = store;
  const can = useScopes();
  const [typed, setTyped] = useState(limit ?? '');
  const sending = useSending();
  const { fault } = sending;
  const save = async () => {
    const changes = { refund_limit: decimal(typed) || null };
    if (await sending.send(() => saveSettings(changes))) say(t('saved'));
  };
  const label = t('rules.refund_limit', { currency });
  return (
    <Card title={t('rules.refunds')} hint={t('rules.refunds.text')}>
      {can('store:write') && can('refunds:large') ? (
        <Form onSubmit={save}>
          {fault && fault.param !== 'refund_limit' && <FaultNotice fault={fault} />}
          <Input
            id="refund_limit"
            inputMode="decimal"
            label={label}
            hint={t('rules.refund_limit.hint')}
            value={typed}
            fault={fault}
            onValue={setTyped}
          />
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
        </Form>
      ) : (
        <Facts facts={[[label, limit === null ? t('rules.refund_limit.none') : money(limit, currency)]]} />
      )}
    </Card>
  );
}
