import type { Store } from '../../requests/kinds.ts';
import { readSettings } from '../../requests/reads.ts';
import { useForm } from '../../requests/use-form.ts';
import { useScopes } from '../../requests/where.ts';
import { t } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { CountryBoxes } from '../../ui/country-boxes.tsx';
import { FieldError, useField } from '../../ui/form.tsx';
import { FormView } from '../../ui/form-view.tsx';
import { Card } from '../../ui/page.tsx';
import { saveSettings } from './save.ts';

/** The countries whose carrier needs a telephone number, which the checkout demands there. */
export function Phone({ store }: { store: Store }) {
  const editable = useScopes()('store:write');
  // A country to which the store no longer ships is shown, so that it can be taken away.
  const countries = [...new Set([...store.shipping.map(({ country }) => country), ...store.phone_countries])];
  if (countries.length === 0) return null;
  return (
    <Card title={t('settings.phone')} hint={t('settings.phone.text')}>
      {editable ? (
        <Editor store={store} countries={countries} />
      ) : (
        <p>{store.phone_countries.map(countryName).join(', ') || t('settings.phone.none')}</p>
      )}
    </Card>
  );
}

function Editor({ store, countries }: { store: Store; countries: readonly string[] }) {
  const form = useForm({
    of: store,
    values: ({ phone_countries }: Store) => ({ phone_countries }),
    read: readSettings,
    save: (typed, { header }) => saveSettings(typed, header),
    said: t('saved'),
  });
  return (
    <FormView form={form} submit={t('settings.phone.save')}>
      <Countries
        countries={countries}
        chosen={form.values.phone_countries}
        onChoose={form.field('phone_countries').onValue}
      />
    </FormView>
  );
}

type CountriesProps = {
  countries: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
};

function Countries(props: CountriesProps) {
  const field = { id: 'phone_countries', label: t('settings.phone') };
  const error = useField(field);
  return (
    <>
      <CountryBoxes {...field} {...props} />
      <FieldError id={field.id} error={error} />
    </>
  );
}
