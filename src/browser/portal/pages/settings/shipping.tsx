import { useState } from 'preact/hooks';
import { EUROPEAN_UNION } from '../../../../domain/country.ts';
import { Button } from '../../../ui/button.tsx';
import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { type FormModel, useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choices.tsx';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { goTo } from '../../ui/form-foot.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { decimal, money, typedDecimal } from '../../ui/format.ts';
import { Table } from '../../ui/list.tsx';
import { Empty } from '../../ui/loaded.tsx';
import { Card } from '../../ui/page.tsx';
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

// What is filled in to add a country, and not added yet.
const NEXT = { 'ship-country': '', 'ship-amount': '' };
const PREFIX = 'ship-to-';

/** The amounts as they are typed, by the fields of their countries. */
type Typed = typeof NEXT & Record<string, string | undefined>;

const typedOf = ({ shipping }: Store): Typed => ({
  ...NEXT,
  ...Object.fromEntries(shipping.map(({ country, amount }) => [PREFIX + country, typedDecimal(amount)])),
});

const ratesOf = (typed: Typed): Rate[] =>
  Object.entries(typed).flatMap(([id, amount]) =>
    id.startsWith(PREFIX) && amount !== undefined ? [{ country: id.slice(PREFIX.length), amount }] : [],
  );

function Editor({ store }: { store: Store }) {
  const form = useForm({
    of: store,
    values: typedOf,
    read: readSettings,
    at: (fault) => (typeof fault.data?.country === 'string' ? { ...fault, param: PREFIX + fault.data.country } : fault),
    save: ({ 'ship-country': country, 'ship-amount': amount, ...typed }, { header }) => {
      // Who has chosen a country and saves means it, also without the button that adds it.
      const rates = ratesOf({ ...NEXT, ...typed, ...(country && { [PREFIX + country]: amount || '0' }) });
      const shipping = rates.map((rate) => ({ ...rate, amount: decimal(rate.amount) }));
      return saveSettings({ shipping }, header);
    },
    said: t('saved'),
  });
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const ticks = {
    has: ({ country }: Rate) => ticked.has(country),
    set: ({ country }: Rate, on: boolean) => setTicked(withTick(ticked, country, on)),
  };
  const rates = ratesOf(form.values);
  const add = (countries: readonly string[]) => {
    const amount = form.values['ship-amount'].trim() || '0';
    form.set({ ...Object.fromEntries(countries.map((code) => [PREFIX + code, amount])), 'ship-country': '' });
  };
  return (
    <Card title={t('settings.shipping')} hint={t('settings.shipping.text')}>
      <FormView form={form} submit={t('settings.shipping.save')}>
        {rates.length === 0 ? (
          <NoCountry />
        ) : (
          <PlaceRows
            rows={rates}
            keyOf={({ country }) => country}
            nameOf={({ country }) => countryName(country)}
            field={({ country, amount }) => (
              <RowField
                id={PREFIX + country}
                label={t('settings.shipping.to', { country: countryName(country) })}
                value={amount}
                unit={store.currency}
                currency={store.currency}
                onValue={(value) => form.set({ [PREFIX + country]: value })}
              />
            )}
            onRemove={(index) => form.set({ [PREFIX + rates[index]?.country]: undefined })}
            ticks={rates.length > 1 ? ticks : undefined}
          />
        )}
        {rates.length > 1 && (
          <OneAmount
            all={rates.map(({ country }) => country)}
            ticked={ticked}
            currency={store.currency}
            onTick={(codes) => setTicked(new Set(codes))}
            onAmount={(codes, amount) => form.set(Object.fromEntries(codes.map((code) => [PREFIX + code, amount])))}
          />
        )}
        <AddCountry rates={rates} form={form} currency={store.currency} onAdd={add} />
      </FormView>
    </Card>
  );
}

function withTick(ticked: ReadonlySet<string>, code: string, on: boolean): ReadonlySet<string> {
  const changed = new Set(ticked);
  changed[on ? 'add' : 'delete'](code);
  return changed;
}

type OneAmountProps = {
  all: readonly string[];
  ticked: ReadonlySet<string>;
  currency: string;
  onTick(codes: readonly string[]): void;
  onAmount(codes: readonly string[], amount: string): void;
};

/** Fills one amount into all ticked countries. */
function OneAmount({ all, ticked, currency, onTick, onAmount }: OneAmountProps) {
  const [amount, setAmount] = useState('');
  const codes = all.filter((code) => ticked.has(code));
  const isAll = codes.length === all.length;
  return (
    <div class="searcher">
      <Button kind="secondary" onPress={() => onTick(isAll ? [] : all)}>
        {t(isAll ? 'settings.shipping.tick_none' : 'settings.shipping.tick_all')}
      </Button>
      <Amount
        id="ship-all-amount"
        value={amount}
        currency={currency}
        label={t('settings.shipping.ticked', { count: codes.length, currency })}
        onValue={setAmount}
      />
      <Button
        kind="secondary"
        onPress={() => (amount.trim() === '' ? goTo('ship-all-amount') : onAmount(codes, amount.trim()))}
      >
        {t('settings.shipping.fill')}
      </Button>
    </div>
  );
}

type AddProps = {
  rates: Rate[];
  form: FormModel<Typed>;
  currency: string;
  onAdd: (countries: readonly string[]) => void;
};

function AddCountry({ rates, form, currency, onAdd }: AddProps) {
  const known = rates.map(({ country }) => country);
  const country = form.values['ship-country'];
  // A merchant who sends to one member state mostly sends to all.
  const union = EUROPEAN_UNION.filter((code) => !known.includes(code));
  return (
    <>
      <div class="searcher">
        <Choice
          {...form.field('ship-country')}
          value={country}
          label={t('column.country')}
          options={[{ value: '', text: t('country.choose') }, ...countryOptions(known)]}
        />
        <Amount
          {...form.field('ship-amount')}
          value={form.values['ship-amount']}
          currency={currency}
          label={t('settings.shipping.amount', { currency })}
          placeholder="0"
        />
        <Button kind="secondary" onPress={() => (country === '' ? goTo('ship-country') : onAdd([country]))}>
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
    </>
  );
}
