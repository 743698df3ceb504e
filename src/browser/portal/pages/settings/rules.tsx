import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { type PortalKey, t } from '../../texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Form, Input } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { RefundLimit } from './refunds.tsx';
import { saveSettings } from './save.ts';

const CHECKOUT = ['hold_minutes', 'live_holds_per_email_max', 'live_holds_per_address_max', 'payment_days'] as const;
const DATES = ['ask_after_days', 'answer_days'] as const;
const PRIVACY = ['keep_checkout_days', 'keep_preorder_days'] as const;

type Name = (typeof CHECKOUT | typeof DATES | typeof PRIVACY)[number];

/** How long things wait, and how long what is known of shoppers is kept. */
export function Rules({ store }: { store: Store }) {
  return (
    <>
      <Numbers store={store} part="privacy" names={PRIVACY}>
        <Consent store={store} />
      </Numbers>
      <Numbers store={store} part="checkout" names={CHECKOUT} />
      <Numbers store={store} part="dates" names={DATES}>
        <Silence store={store} />
      </Numbers>
      <RefundLimit store={store} />
    </>
  );
}

type NumbersProps = { store: Store; part: string; names: readonly Name[]; children?: preact.ComponentChildren };

function Numbers({ store, part, names, children }: NumbersProps) {
  const mayWrite = useScopes()('store:write');
  const [values, setValues] = useState(() =>
    Object.fromEntries(names.map((name) => [name, store[name] === null ? '' : String(store[name])])),
  );
  const sending = useSending();
  const { fault } = sending;
  const save = async () => {
    // Empty is `none` where there may be none; elsewhere the service says what it needs.
    const typed = names.map((name) => [name, values[name] === '' ? null : Number(values[name])]);
    if (await sending.send(() => saveSettings(Object.fromEntries(typed)))) say(t('saved'));
  };
  const textOf = (name: Name) => t(`rules.${name}` as PortalKey);
  return (
    <Card title={t(`rules.${part}` as PortalKey)} hint={t(`rules.${part}.text` as PortalKey)}>
      {mayWrite ? (
        <Form onSubmit={save}>
          {fault && !names.some((name) => name === fault.param) && <FaultNotice fault={fault} />}
          {names.map((name) => (
            <Input
              key={name}
              id={name}
              inputMode="numeric"
              label={textOf(name)}
              hint={t(`rules.${name}.hint` as PortalKey)}
              value={values[name] ?? ''}
              fault={fault}
              onValue={(value) => setValues({ ...values, [name]: value.trim() })}
            />
          ))}
          <Button type="submit" busy={sending.busy}>
            {t('save')}
          </Button>
        </Form>
      ) : (
        <Facts facts={names.map((name) => [textOf(name), store[name] ?? t('rules.kept')] as const)} />
      )}
      {children}
    </Card>
  );
}

/** The box in the checkout that asks for consent to marketing. */
function Consent({ store }: { store: Store }) {
  return (
    <Choosing
      name="marketing_box"
      value={store.marketing_box}
      values={['off', 'ask', 'collected']}
      save={(value) => saveSettings({ marketing_box: value as 'off' })}
    />
  );
}

/** What it means when a shopper does not answer to a moved date. */
function Silence({ store }: { store: Store }) {
  return (
    <Choosing
      name="silence"
      value={store.silence}
      values={['cancel', 'wait']}
      save={(value) => saveSettings({ silence: value as 'wait' })}
    />
  );
}

type ChoosingProps = {
  name: 'marketing_box' | 'silence';
  value: string;
  values: readonly string[];
  save: (value: string) => Promise<void>;
};

/** A choice that is saved when it is made. */
function Choosing({ name, value, values, save }: ChoosingProps) {
  const mayWrite = useScopes()('store:write');
  const sending = useSending();
  const [shown, setShown] = useState(value);
  const choose = async (chosen: string) => {
    if (!mayWrite) return;
    setShown(chosen);
    if (await sending.send(() => save(chosen))) say(t('saved'));
    else setShown(value);
  };
  return (
    <>
      <Radios
        name={name}
        label={t(`rules.${name}`)}
        value={shown}
        options={values.map((one) => ({
          value: one,
          text: t(`rules.${name}.${one}` as PortalKey),
          hint: t(`rules.${name}.${one}.text` as PortalKey),
        }))}
        onValue={(chosen) => void choose(chosen)}
      />
      {sending.fault && <FaultNotice fault={sending.fault} />}
    </>
  );
}
