import { useState } from 'preact/hooks';
import { useStoreSettings } from '../../requests/reads.ts';
import { t } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { FieldError, useField } from '../../ui/form.tsx';
import { Radios } from '../../ui/radios.tsx';

type CountryChoiceProps = { value: readonly string[]; onValue: (countries: readonly string[]) => void };

/** To which of the store's countries a waitlist ships. */
export function CountryChoice({ value: chosen, onValue: onChoose }: CountryChoiceProps) {
  const error = useField({ id: 'countries', label: t('waitlist.countries') });
  const { data: store } = useStoreSettings();
  const [some, setSome] = useState(chosen.length > 0);
  // A country to which the store no longer ships is shown, so that it can be taken away.
  const countries = [...new Set([...(store?.shipping.map(({ country }) => country) ?? []), ...chosen])];
  const choose = (value: string) => {
    setSome(value === 'some');
    if (value === 'all') onChoose([]);
  };
  return (
    <>
      <Radios
        id="which-countries"
        label={t('waitlist.countries')}
        value={some ? 'some' : 'all'}
        options={[
          { value: 'all', text: t('waitlist.countries.all') },
          { value: 'some', text: t('waitlist.countries.some') },
        ]}
        onValue={choose}
      />
      {some && (
        <fieldset class="choices" id="countries" tabIndex={-1}>
          <legend class="visually-hidden">{t('waitlist.countries')}</legend>
          {countries.map((code) => (
            <label key={code} class="choices__one">
              <input
                type="checkbox"
                checked={chosen.includes(code)}
                onChange={({ currentTarget }) =>
                  onChoose(currentTarget.checked ? [...chosen, code].sort() : chosen.filter((one) => one !== code))
                }
              />
              <span>{countryName(code)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <FieldError id="countries" error={error} />
    </>
  );
}
