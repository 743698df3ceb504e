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
import { focusLater, isNumber, PlaceRows, RowField } from './place-rows.tsx';
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
  const [next, setNext] = useState<Rate>({ country: '', amount: '' });
  const [checked, setChecked] = useState(false);
  const sending = useSending();
  const set = (changed: Rate[]) => {
    sending.forget();
    setRates(changed);
  };
  const add = (countries: readonly string[]) => {
    const added = countries.map((country) => ({ country, amount: next.amount.trim() || '0' }));
    set([...rates, ...added]);
    setNext({ ...next, country: '' });
    return [...rates, ...added];
  };
  const save = async () => {
    // Who has chosen a country and saves means it, also without the button that adds it.
    const all = next.country === '' ? rates : add([next.country]);
    const wrong = all.find(({ amount }) => !isNumber(amount));
    setChecked(wrong !== undefined);
    if (wrong) return focusLater(`ship-${wrong.country}`);
    const shipping = all.map((rate) => ({ ...rate, amount: decimal(rate.amount) }));
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
              wrong={checked && !isNumber(rate.amount)}
              onValue={(amount) => set(rates.with(index, { ...rate, amount }))}
            />
          )}
          onRemove={(index) => set(rates.toSpliced(index, 1))}
        />
      )}
      <AddCountry rates={rates} next={next} currency={store.currency} onNext={setNext} onAdd={add} />
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <p>
        <Button busy={sending.busy} onPress={() => void save()}>
          {t('settings.shipping.save')}
        </Button>
      </p>
    </Card>
  );
}

type AddProps = {
  rates: Rate[];
  /** What is filled in, and not added yet. */
  next: Rate;
  currency: string;
  onNext: (rate: Rate) => void;
  onAdd: (countries: readonly string[]) => void;
};

function AddCountry({ rates, next, currency, onNext, onAdd }: AddProps) {
  const known = rates.map(({ country }) => country);
  const add = () => (next.country === '' ? document.getElementById('ship-country')?.focus() : onAdd([next.country]));
  const union = EUROPEAN_UNION.filter((code) => !known.includes(code));
  return (
    <Form onSubmit={add}>
      <div class="searcher">
        <Choice
          id="ship-country"
          label={t('column.country')}
          value={next.country}
          options={[{ value: '', text: t('country.choose') }, ...countryOptions(known)]}
          onValue={(country) => onNext({ ...next, country })}
        />
        <Input
          id="ship-amount"
          label={t('settings.shipping.amount', { currency })}
          inputMode="decimal"
          value={next.amount}
          placeholder="0"
          onValue={(amount) => onNext({ ...next, amount })}
        />
        <Button kind="secondary" type="submit">
          {t('add')}
        </Button>
      </div>
      {union.length > 1 && (
        <p>
          <button type="button" class="link-button" onClick={() => onAdd(union)}>
            {union.length === EUROPEAN_UNION.length
              ? t('settings.shipping.union_all', { count: union.length })
              : t('settings.shipping.union', { count: union.length })}
          </button>
        </p>
      )}
    </Form>
  );
}
