import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import type { Fault } from '../../requests/fault.ts';
import { t } from '../../texts.ts';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { Choice } from '../../ui/form.tsx';
import { FaultNotice } from '../../ui/loaded.tsx';
import { PlaceRows, RowField } from '../settings/place-rows.tsx';
import type { Part } from './plan.ts';

type PartsProps = {
  /** The name that a refusal gives it. */
  id: string;
  label: string;
  parts: readonly Part[];
  nameOf: (of: string) => string;
  fault: Fault | undefined;
  onParts: (parts: readonly Part[]) => void;
};

const withShare = (parts: readonly Part[], changed: number, share: string): Part[] =>
  parts.map((part, index) => (index === changed ? { ...part, share } : part));

/** Says in per cent how many shoppers a part is, beside the others. */
function percentOf(parts: readonly Part[], { share }: Part): string {
  const all = parts.reduce((sum, part) => sum + (Number(part.share) || 0), 0);
  return all > 0 && Number(share) >= 0 ? `${Math.round((100 * Number(share)) / all)} %` : '–';
}

/** A fixed list of parts, each with its share. */
export function Parts({ id, label, parts, nameOf, fault, onParts }: PartsProps) {
  return (
    <fieldset class="choices">
      <legend class="field__label">{label}</legend>
      {fault?.param === id && <FaultNotice fault={fault} />}
      <ul class="rows">
        {parts.map((part, index) => (
          <li key={part.of} class="rows__row place">
            <span class="place__name">{nameOf(part.of)}</span>
            <RowField
              id={`${id}-${part.of}`}
              label={t('launch.share_of', { name: nameOf(part.of) })}
              value={part.share}
              unit={percentOf(parts, part)}
              onValue={(share) => onParts(withShare(parts, index, share))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type CountryPartsProps = Pick<PartsProps, 'parts' | 'fault' | 'onParts'>;

/** The countries from which shoppers come. Any may be among them: that a store does not ship there is worth knowing before. */
export function CountryParts({ parts, fault, onParts }: CountryPartsProps) {
  const options = countryOptions(parts.map(({ of }) => of));
  const [chosen, setChosen] = useState('');
  const next = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value ?? '';
  return (
    <fieldset class="choices">
      <legend class="field__label">{t('launch.countries')}</legend>
      {fault?.param === 'countries' && <FaultNotice fault={fault} />}
      <PlaceRows
        rows={parts}
        keyOf={({ of }) => of}
        nameOf={({ of }) => countryName(of)}
        field={(part, index) => (
          <RowField
            id={`country-${part.of}`}
            label={t('launch.share_of', { name: countryName(part.of) })}
            value={part.share}
            unit={percentOf(parts, part)}
            onValue={(share) => onParts(withShare(parts, index, share))}
          />
        )}
        onRemove={(removed) => onParts(parts.filter((_, index) => index !== removed))}
      />
      <div class="searcher">
        <Choice id="new-country" label={t('launch.country')} value={next} options={options} onValue={setChosen} />
        <Button kind="secondary" onPress={() => onParts([...parts, { of: next, share: '1' }])}>
          {t('launch.add_country')}
        </Button>
      </div>
    </fieldset>
  );
}
