import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { useSending } from '../../requests/send.ts';
import { useScopes } from '../../requests/where.ts';
import { currentLocale, t } from '../../texts.ts';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { Choice, Form, Input } from '../../ui/form.tsx';
import { decimal } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty, FaultNotice } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { say } from '../../ui/toasts.tsx';
import { focusLater, isNumber, PlaceRows, RowField } from './place-rows.tsx';
import { saveSettings } from './save.ts';

/** A rate as it is typed. */
type Rate = { country: string; region: string; percent: string };

const placeOf = ({ country, region }: Pick<Rate, 'country' | 'region'>) =>
  region === '' ? countryName(country) : `${countryName(country)}, ${region}`;

const typedOf = ({ country, region, percent }: Store['tax'][number]): Rate => ({
  country,
  region,
  percent: String(percent),
});

const idOf = ({ country, region }: Rate) => `tax-${country}-${region}`;

/** The rate of tax of each country, or of a region in it, and whether prices include it. */
export function Tax({ store }: { store: Store }) {
  if (useScopes()('store:write')) return <Editor store={store} />;
  const percent = (value: number) =>
    new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 4 }).format(value / 100);
  return (
    <Card
      title={t('settings.tax')}
      hint={t(store.prices_include_tax ? 'settings.tax.included' : 'settings.tax.added')}
      flush
    >
      {store.tax.length === 0 ? (
        <NoTax />
      ) : (
        <Table
          caption={t('settings.tax')}
          rows={store.tax}
          keyOf={({ country, region }) => `${country} ${region}`}
          columns={[
            { title: t('column.country'), heads: true, cell: placeOf },
            { title: t('column.rate'), number: true, cell: (rate) => percent(rate.percent) },
          ]}
        />
      )}
    </Card>
  );
}

const NoTax = () => (
  <Empty title={t('settings.tax.none')}>
    <p>{t('settings.tax.none.text')}</p>
  </Empty>
);

function Editor({ store }: { store: Store }) {
  const [rates, setRates] = useState(() => store.tax.map(typedOf));
  const [includes, setIncludes] = useState(store.prices_include_tax);
  const [next, setNext] = useState<Rate>({ country: '', region: '', percent: '' });
  const [checked, setChecked] = useState(false);
  const sending = useSending();
  const set = (changed: Rate[]) => {
    sending.forget();
    setRates(changed);
  };
  const add = () => {
    const all = [...rates, { ...next, region: next.region.trim(), percent: next.percent.trim() || '0' }];
    set(all);
    setNext({ country: '', region: '', percent: '' });
    return all;
  };
  const save = async () => {
    // Who has chosen a country and saves means it, also without the button that adds it.
    const all = next.country === '' ? rates : add();
    const wrong = all.find(({ percent }) => !isNumber(percent));
    setChecked(wrong !== undefined);
    if (wrong) return focusLater(idOf(wrong));
    const tax = all.map((rate) => ({ ...rate, percent: Number(decimal(rate.percent)) }));
    if (await sending.send(() => saveSettings({ prices_include_tax: includes, tax }))) say(t('saved'));
  };
  return (
    <Card title={t('settings.tax')} hint={t('settings.tax.text')}>
      <Radios
        name="includes"
        label={t('settings.tax.prices')}
        value={includes ? 'in' : 'on'}
        options={[
          { value: 'in', text: t('settings.tax.included') },
          { value: 'on', text: t('settings.tax.added') },
        ]}
        onValue={(value) => setIncludes(value === 'in')}
      />
      {rates.length === 0 ? (
        <NoTax />
      ) : (
        <PlaceRows
          rows={rates}
          keyOf={(rate) => `${rate.country} ${rate.region}`}
          nameOf={placeOf}
          field={(rate, index) => (
            <RowField
              id={idOf(rate)}
              label={t('settings.tax.of', { place: placeOf(rate) })}
              value={rate.percent}
              unit="%"
              wrong={checked && !isNumber(rate.percent)}
              onValue={(percent) => set(rates.with(index, { ...rate, percent }))}
            />
          )}
          onRemove={(index) => set(rates.toSpliced(index, 1))}
        />
      )}
      <AddRate next={next} onNext={setNext} onAdd={add} />
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <p>
        <Button busy={sending.busy} onPress={() => void save()}>
          {t('settings.tax.save')}
        </Button>
      </p>
    </Card>
  );
}

type AddProps = {
  /** What is filled in, and not added yet. */
  next: Rate;
  onNext: (rate: Rate) => void;
  onAdd: () => void;
};

function AddRate({ next, onNext, onAdd }: AddProps) {
  const add = () => (next.country === '' ? document.getElementById('tax-country')?.focus() : onAdd());
  return (
    <Form onSubmit={add}>
      <div class="searcher">
        <Choice
          id="tax-country"
          label={t('column.country')}
          value={next.country}
          options={[{ value: '', text: t('country.choose') }, ...countryOptions()]}
          onValue={(country) => onNext({ ...next, country })}
        />
        <Input
          id="tax-region"
          label={t('settings.tax.region')}
          value={next.region}
          onValue={(region) => onNext({ ...next, region })}
        />
        <Input
          id="tax-percent"
          label={t('settings.tax.percent')}
          inputMode="decimal"
          value={next.percent}
          onValue={(percent) => onNext({ ...next, percent })}
        />
        <Button kind="secondary" type="submit">
          {t('add')}
        </Button>
      </div>
    </Form>
  );
}
