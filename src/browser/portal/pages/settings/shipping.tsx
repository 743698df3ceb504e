import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { countryName, countryOptions, EUROPEAN_UNION } from '../../ui/countries.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { decimal, money } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { say } from '../../ui/toasts.tsx';
import { PlaceRows, RowField } from './place-rows.tsx';
import { saveSettings } from './save.ts';

type Rate = Store['shipping'][number];

/** The countries that the store sends to, with a flat amount each. */
export function Shipping({ store }: { store: Store }) {
  if (useScopes()('store:write')) return <Editor store={store} />;
  return (
    <Card title={t('settings.shipping')} hint={t('settings.shipping.text')} flush>
      {store.shipping.length === 0 ? (
        <NoCountry />
      ) : (
        <Table
          caption={t('settings.shipping')}
          rows={store.shipping}
          keyOf={({ country }) => country}
          columns={[
            { title: t('column.country'), heads: true, cell: ({ country }) => countryName(country) },
            { title: t('column.price'), number: true, cell: ({ amount }) => money(amount, store.currency) },
          ]}
        />
      )}
    </Card>
  );
}

const NoCountry = () => (
  <Empty title={t('settings.shipping.none')}>
    <p>{t('settings.shipping.none.text')}</p>
  </Empty>
);

function Editor({ store }: { store: Store }) {
  const [rates, setRates] = useState<Rate[]>(store.shipping);
  const sending = useSending();
  const set = (changed: Rate[]) => {
    sending.forget();
    setRates(changed);
  };
  const save = async () => {
    const shipping = rates.map((rate) => ({ ...rate, amount: decimal(rate.amount) }));
    if (await sending.send(() => saveSettings({ shipping }))) say(t('saved'));
  };
  return (
    <Card title={t('settings.shipping')} hint={t('settings.shipping.text')}>
      {rates.length === 0 ? (
        <NoCountry />
      ) : (
        <PlaceRows
          rows={rates}
          keyOf={({ country }) => country}
          nameOf={({ country }) => countryName(country)}
          field={(rate, index) => (
            <RowField
              id={`ship-${rate.country}`}
              label={t('settings.shipping.to', { country: countryName(rate.country) })}
              value={rate.amount}
              unit={store.currency}
              onValue={(amount) => set(rates.with(index, { ...rate, amount }))}
            />
          )}
          onRemove={(index) => set(rates.toSpliced(index, 1))}
        />
      )}
      <AddCountry rates={rates} currency={store.currency} onAdd={(added) => set([...rates, ...added])} />
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <p>
        <Button busy={sending.busy} onPress={() => void save()}>
          {t('settings.shipping.save')}
        </Button>
      </p>
    </Card>
  );
}

type AddProps = { rates: Rate[]; currency: string; onAdd: (rates: Rate[]) => void };

function AddCountry({ rates, currency, onAdd }: AddProps) {
  const known = rates.map(({ country }) => country);
  const options = [{ value: '', text: t('country.choose') }, ...countryOptions(known)];
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState('');
  const country = options.some(({ value }) => value === chosen) ? chosen : '';
  const add = () => {
    if (country === '') return document.getElementById('ship-country')?.focus();
    onAdd([{ country, amount: amount.trim() || '0' }]);
  };
  const union = EUROPEAN_UNION.filter((code) => !known.includes(code));
  return (
    <Form onSubmit={add}>
      <div class="searcher">
        <Choice id="ship-country" label={t('column.country')} value={country} options={options} onValue={setChosen} />
        <Input
          id="ship-amount"
          label={t('settings.shipping.amount', { currency })}
          inputMode="decimal"
          value={amount}
          placeholder="0"
          onValue={setAmount}
        />
        <Button kind="secondary" type="submit">
          {t('add')}
        </Button>
      </div>
      {union.length > 1 && (
        <button
          type="button"
          class="link-button"
          onClick={() => onAdd(union.map((code) => ({ country: code, amount: amount.trim() || '0' })))}
        >
          {t('settings.shipping.union', { count: union.length })}
        </button>
      )}
    </Form>
  );
}
