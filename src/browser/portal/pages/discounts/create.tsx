import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../../ui/button.tsx';
import type { Fault } from '../../requests/fault.ts';
import type { Store } from '../../requests/kinds.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { useSending } from '../../requests/send.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { storePath, useCurrentStore, useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Form, Input } from '../../ui/form.tsx';
import { Empty, FaultNotice, Shown } from '../../ui/loaded.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { atField, type Draft, discountOf, emptyDraft, fieldOf, inventCode, type PartProps, wrongIn } from './draft.ts';
import { changedDiscounts } from './reads.ts';
import { Summary } from './summary.tsx';
import { ValidFor } from './valid-for.tsx';

/** Makes a discount code. What it will do is said beside the form while it is filled in. */
export function NewDiscount() {
  const { slug } = useCurrentStore();
  const settings = useStoreSettings();
  const mayWrite = useScopes()('discounts:write');
  return (
    <Page title={t('discounts.new')} back={{ href: storePath(slug, '/discounts'), text: t('nav.discounts') }}>
      {mayWrite ? (
        <Shown of={settings}>{(store) => <DiscountForm store={store} />}</Shown>
      ) : (
        <Card>
          <Empty title={t('fault.scope_required')} />
        </Card>
      )}
    </Page>
  );
}

function DiscountForm({ store }: { store: Store }) {
  const { slug } = useCurrentStore();
  const { route } = useLocation();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [wrong, setWrong] = useState<Fault>();
  const sending = useSending();
  const fault = wrong ?? (sending.fault && atField(sending.fault));
  const set = (values: Partial<Draft>) => {
    setWrong(undefined);
    sending.forget();
    setDraft({ ...draft, ...values });
  };
  const create = async () => {
    const found = wrongIn(draft);
    setWrong(found);
    if (found) return;
    await sending.send(async () => {
      const { data } = bodyOf(await api.POST('/admin/api/v1/discounts', { body: discountOf(draft) }));
      changedDiscounts();
      say(t(data.state === 'coming' ? 'discounts.new.done.coming' : 'discounts.new.done', { code: data.code }));
      route(storePath(slug, '/discounts'));
    });
  };
  return (
    <div class="columns">
      <div class="columns__main">
        <Form onSubmit={create}>
          {fault && fieldOf(fault) === undefined && <FaultNotice fault={fault} />}
          <Code draft={draft} set={set} fault={fault} />
          <Off draft={draft} set={set} fault={fault} currency={store.currency} />
          <ValidFor draft={draft} set={set} fault={fault} />
          <Limits draft={draft} set={set} fault={fault} zone={store.time_zone} />
          <Button type="submit" busy={sending.busy}>
            {t('discounts.new.button')}
          </Button>
        </Form>
      </div>
      <div class="columns__side">
        <Summary draft={draft} currency={store.currency} />
      </div>
    </div>
  );
}

function Code({ draft: { code }, set, fault }: PartProps) {
  return (
    <Card title={t('discounts.new.code')}>
      <Input
        id="code"
        label={t('discounts.code')}
        hint={t('discounts.new.code.hint')}
        value={code}
        autoComplete="off"
        autoFocus
        fault={fault}
        onValue={(value) => set({ code: value.toUpperCase() })}
      />
      <p>
        <button type="button" class="link-button" onClick={() => set({ code: inventCode() })}>
          {t('discounts.new.invent')}
        </button>
      </p>
    </Card>
  );
}

function Off({ draft: { kind, value, minimum }, set, fault, currency }: PartProps & { currency: string }) {
  return (
    <Card title={t('discounts.new.off')}>
      <Radios
        id="kind"
        label={t('discounts.new.off')}
        hideLabel
        value={kind}
        options={(['percent', 'amount'] as const).map((one) => ({
          value: one,
          text: t(`discounts.new.${one}`),
          hint: t(`discounts.new.${one}.hint`),
        }))}
        onValue={(one) => set({ kind: one === 'amount' ? 'amount' : 'percent', value: '' })}
      />
      <div class="pair">
        <Input
          id="off"
          inputMode="decimal"
          label={t(`discounts.new.${kind}.value`, { currency })}
          value={value}
          autoComplete="off"
          fault={fault}
          onValue={(typed) => set({ value: typed })}
        />
        <Input
          id="minimum"
          inputMode="decimal"
          label={t('discounts.new.minimum', { currency })}
          hint={t('discounts.new.minimum.hint')}
          value={minimum}
          autoComplete="off"
          fault={fault}
          onValue={(typed) => set({ minimum: typed })}
        />
      </div>
    </Card>
  );
}

function Limits({ draft: { starts, ends, uses }, set, fault, zone }: PartProps & { zone: string }) {
  return (
    <Card title={t('discounts.new.limits')} hint={t('discounts.new.limits.hint', { zone })}>
      <div class="pair">
        <Input
          id="starts_at"
          type="datetime-local"
          label={t('discounts.new.starts')}
          hint={t('discounts.new.starts.hint')}
          value={starts}
          fault={fault}
          onValue={(value) => set({ starts: value })}
        />
        <Input
          id="ends_at"
          type="datetime-local"
          label={t('discounts.new.ends')}
          hint={t('discounts.new.ends.hint')}
          value={ends}
          fault={fault}
          onValue={(value) => set({ ends: value })}
        />
      </div>
      <Input
        id="uses_max"
        inputMode="numeric"
        label={t('discounts.new.uses')}
        hint={t('discounts.new.uses.hint')}
        value={uses}
        autoComplete="off"
        fault={fault}
        onValue={(value) => set({ uses: value })}
      />
    </Card>
  );
}
