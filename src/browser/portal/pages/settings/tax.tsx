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
import { PlaceRows, RowField } from './place-rows.tsx';
import { saveSettings } from './save.ts';

/** A rate as it is typed. */
type Rate = { country: string; region: string; percent: string };

const placeOf = ({ country, region }: Pick<Rate, 'country' | 'region'>) =>
  region === '' ? countryName(country) : `${countryName(country)}, ${region}`;

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
  const [rates, setRates] = useState<Rate[]>(() =>
    store.tax.map(({ country, region, percent }) => ({ country, region, percent: String(percent) })),
  );
  const [includes, setIncludes] = useState(store.prices_include_tax);
  const sending = useSending();
  const set = (changed: Rate[]) => {
    sending.forget();
    setRates(changed);
  };
  const save = async () => {
    const tax = rates.map((rate) => ({ ...rate, percent: Number(decimal(rate.percent)) }));
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
              id={`tax-${rate.country}-${rate.region}`}
              label={t('settings.tax.of', { place: placeOf(rate) })}
              value={rate.percent}
              unit="%"
              onValue={(percent) => set(rates.with(index, { ...rate, percent }))}
            />
          )}
          onRemove={(index) => set(rates.toSpliced(index, 1))}
        />
      )}
      <AddRate onAdd={(rate) => set([...rates, rate])} />
      {sending.fault && <FaultNotice fault={sending.fault} />}
      <p>
        <Button busy={sending.busy} onPress={() => void save()}>
          {t('settings.tax.save')}
        </Button>
      </p>
    </Card>
  );
}

function AddRate({ onAdd }: { onAdd: (rate: Rate) => void }) {
  const options = [{ value: '', text: t('country.choose') }, ...countryOptions()];
  const [rate, setRate] = useState<Rate>({ country: '', region: '', percent: '' });
  const add = () => {
    if (rate.country === '') return document.getElementById('tax-country')?.focus();
    onAdd({ ...rate, region: rate.region.trim(), percent: rate.percent.trim() || '0' });
    setRate({ ...rate, region: '', percent: '' });
  };
  return (
    <Form onSubmit={add}>
      <div class="searcher">
        <Choice
          id="tax-country"
          label={t('column.country')}
          value={rate.country}
          options={options}
          onValue={(country) => setRate({ ...rate, country })}
        />
        <Input
          id="tax-region"
          label={t('settings.tax.region')}
          value={rate.region}
          onValue={(region) => setRate({ ...rate, region })}
        />
        <Input
          id="tax-percent"
          label={t('settings.tax.percent')}
          inputMode="decimal"
          value={rate.percent}
          onValue={(percent) => setRate({ ...rate, percent })}
        />
        <Button kind="secondary" type="submit">
          {t('add')}
        </Button>
      </div>
    </Form>
  );
}
