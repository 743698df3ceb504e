import { countryName } from './countries.ts';

type CountryBoxesProps = {
  id: string;
  label: string;
  countries: readonly string[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
};

/** A box for each country. The label is for screen readers: the text above says it. */
export function CountryBoxes({ id, label, countries, chosen, onChoose }: CountryBoxesProps) {
  return (
    <fieldset class="choices" id={id} tabIndex={-1}>
      <legend class="visually-hidden">{label}</legend>
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
  );
}
