import { useState } from 'preact/hooks';
import type { Fault } from '../../requests/fault.ts';
import { useStoreSettings } from '../../requests/reads.ts';
import { t } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { FaultNotice } from '../../ui/loaded.tsx';
import { Radios } from '../../ui/radios.tsx';

type CountryChoiceProps = {
  chosen: readonly string[];
  /** The refusal of the form, if the form does not show those of countries itself. */
  fault?: Fault | undefined;
  onChoose: (countries: readonly string[]) => void;
};

/** To which of the store's countries a waitlist ships. */
export function CountryChoice({ chosen, fault, onChoose }: CountryChoiceProps) {
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
        name="countries"
        label={t('waitlist.countries')}
        value={some ? 'some' : 'all'}
        options={[
          { value: 'all', text: t('waitlist.countries.all') },
          { value: 'some', text: t('waitlist.countries.some') },
        ]}
        onValue={choose}
      />
      {some && (
        <fieldset class="choices">
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
      {fault?.param === 'countries' && <FaultNotice fault={fault} />}
    </>
  );
}
