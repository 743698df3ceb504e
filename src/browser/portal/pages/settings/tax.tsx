import { STANDARD_VAT, VAT_AS_OF } from '../../../../domain/vat.ts';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choices.tsx';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { Input } from '../../ui/form.tsx';
import { goTo } from '../../ui/form-foot.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { day, decimal, percent, typedDecimal } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
import { Radios } from '../../ui/radios.tsx';
import { PlaceRows, RowField } from './place-rows.tsx';
import { saveSettings } from './save.ts';

/** A rate as it is typed. */
type Rate = { country: string; region: string; percent: string };
type Place = Pick<Rate, 'country' | 'region'>;

const placeOf = ({ country, region }: Place) =>
  region === '' ? countryName(country) : `${countryName(country)}, ${region}`;

const idOf = ({ country, region }: Place) => `tax-${country}-${region}` as const;

/** The rate of tax of each country, or of a region in it, and whether prices include it. */
export function Tax({ store }: { store: Store }) {
  if (useScopes()('store:write')) return <Editor store={store} />;
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
            { title: t('column.rate'), number: true, cell: (rate) => percent(rate.percent / 100, 4) },
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

// What is filled in to add a rate, and not added yet.
const NEXT = { 'tax-country': '', 'tax-region': '', 'tax-percent': '' };

/** The rates as they are typed, by the fields of their places. */
type Typed = typeof NEXT & { includes: 'in' | 'on' } & Record<`tax-${string}`, string | undefined>;

const typedOf = ({ tax, prices_include_tax: includes }: Store): Typed => ({
  ...NEXT,
  includes: includes ? 'in' : 'on',
  ...Object.fromEntries(tax.map((rate) => [idOf(rate), typedDecimal(`${rate.percent}`)])),
});

const FIELD = /^tax-(..)-(.*)$/;

const ratesOf = (typed: Record<string, string | undefined>): Rate[] =>
  Object.entries(typed).flatMap(([id, percent]) => {
    const [, country = '', region = ''] = FIELD.exec(id) ?? [];
    return country === '' || percent === undefined ? [] : [{ country, region, percent }];
  });

/** Returns the fields with the rate that is filled in, and an empty one to fill in. */
function added(typed: Typed): Partial<Typed> {
  const { 'tax-country': country, 'tax-region': region, 'tax-percent': percent } = typed;
  return country === '' ? {} : { ...NEXT, [idOf({ country, region: region.trim() })]: percent.trim() || '0' };
}

function Editor({ store }: { store: Store }) {
  const form = useForm({
    of: store,
    values: typedOf,
    read: readSettings,
    at: (fault) => {
      const { country, region } = fault.data ?? {};
      return typeof country === 'string' ? { ...fault, param: idOf({ country, region: `${region ?? ''}` }) } : fault;
    },
    save: (typed, { header }) => {
      // Who has chosen a country and saves means it, also without the button that adds it.
      const tax = ratesOf({ ...typed, ...added(typed) }).map((rate) => ({
        ...rate,
        percent: Number(decimal(rate.percent)),
      }));
      return saveSettings({ prices_include_tax: typed.includes === 'in', tax }, header);
    },
    said: t('saved'),
  });
  const rates = ratesOf(form.values);
  return (
    <Card title={t('settings.tax')} hint={t('settings.tax.text')}>
      <FormView form={form} submit={t('settings.tax.save')}>
        <Radios
          {...form.field('includes')}
          label={t('settings.tax.prices')}
          options={[
            { value: 'in', text: t('settings.tax.included') },
            { value: 'on', text: t('settings.tax.added') },
          ]}
        />
        {rates.length === 0 ? (
          <NoTax />
        ) : (
          <PlaceRows
            rows={rates}
            keyOf={idOf}
            nameOf={placeOf}
            field={(rate) => (
              <RowField
                id={idOf(rate)}
                label={t('settings.tax.of', { place: placeOf(rate) })}
                value={rate.percent}
                unit="%"
                onValue={(percent) => form.set({ [idOf(rate)]: percent })}
              />
            )}
            onRemove={(index) => rates[index] && form.set({ [idOf(rates[index])]: undefined })}
          />
        )}
        <AddRate form={form} />
        <StandardRates store={store} form={form} rates={rates} />
      </FormView>
    </Card>
  );
}

function AddRate({ form }: { form: FormModel<Typed> }) {
  const add = () => (form.values['tax-country'] === '' ? goTo('tax-country') : form.set(added(form.values)));
  return (
    <div class="searcher">
      <Choice
        {...form.field('tax-country')}
        label={t('column.country')}
        options={[{ value: '', text: t('country.choose') }, ...countryOptions()]}
      />
      <Input {...form.field('tax-region')} label={t('settings.tax.region')} />
      <Amount {...form.field('tax-percent')} label={t('settings.tax.percent')} />
      <Button kind="secondary" onPress={add}>
        {t('add')}
      </Button>
    </div>
  );
}

/** Proposes the standard rates of the countries of the European Union that the store ships to and has no rate for. */
function StandardRates({ store, form, rates }: { store: Store; form: FormModel<Typed>; rates: readonly Rate[] }) {
  const missing = store.shipping.flatMap(({ country }) => {
    const rate = STANDARD_VAT[country];
    const isKnown = rates.some((known) => known.country === country && known.region === '');
    return rate === undefined || isKnown ? [] : [[idOf({ country, region: '' }), typedDecimal(`${rate}`)] as const];
  });
  if (missing.length === 0) return null;
  return (
    <div>
      <button type="button" class="link-button" onClick={() => form.set(Object.fromEntries(missing))}>
        {t('settings.tax.standard', { count: missing.length })}
      </button>
      <p class="muted">{t('settings.tax.standard.text', { day: day(VAT_AS_OF) })}</p>
    </div>
  );
}
