import { useStoreSettings } from '../../requests/reads.ts';
import type { FormModel } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { CountryBoxes } from '../../ui/country-boxes.tsx';
import { FieldError, useField } from '../../ui/form.tsx';
import { Radios } from '../../ui/radios.tsx';
import type { Terms } from './terms.ts';

/** To which of the store's countries a waitlist ships. */
export function CountryChoice({ form }: { form: FormModel<Terms> }) {
  const { value: chosen, onValue: onChoose } = form.field('countries');
  const error = useField({ id: 'countries', label: t('waitlist.countries') });
  const { data: store } = useStoreSettings();
  // A country to which the store no longer ships is shown, so that it can be taken away.
  const countries = [...new Set([...(store?.shipping.map(({ country }) => country) ?? []), ...chosen])];
  return (
    <>
      <Radios
        {...form.field('ships_to')}
        label={t('waitlist.countries')}
        options={[
          { value: 'all', text: t('waitlist.countries.all') },
          { value: 'some', text: t('waitlist.countries.some') },
        ]}
      />
      {form.values.ships_to === 'some' && (
        <CountryBoxes
          id="countries"
          label={t('waitlist.countries')}
          countries={countries}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
      <FieldError id="countries" error={error} />
    </>
  );
}
