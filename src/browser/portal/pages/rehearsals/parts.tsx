import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../texts.ts';
import { Choice } from '../../ui/choices.tsx';
import { countryName, countryOptions } from '../../ui/countries.ts';
import { FieldError, useField } from '../../ui/form.tsx';
import { decimal, percent } from '../../ui/format.ts';
import { PlaceRows, RowField } from '../settings/place-rows.tsx';
import type { ShopperShare } from './plan.ts';

type PartsProps = {
  id: string;
  label: string;
  value: readonly ShopperShare[];
  nameOf: (of: string) => string;
  onValue: (parts: readonly ShopperShare[]) => void;
};

const withShare = (parts: readonly ShopperShare[], changed: number, share: string): ShopperShare[] =>
  parts.map((part, index) => (index === changed ? { ...part, share } : part));

/** Says in per cent how many shoppers a part is, beside the others. */
function percentOf(parts: readonly ShopperShare[], { share }: ShopperShare): string {
  const weight = (text: string) => Number(decimal(text)) || 0;
  const all = parts.reduce((sum, part) => sum + weight(part.share), 0);
  return all > 0 && weight(share) >= 0 ? percent(weight(share) / all) : '–';
}

function Fieldset({ id, label, children }: Pick<PartsProps, 'id' | 'label'> & { children: ComponentChildren }) {
  const error = useField({ id, label });
  return (
    <fieldset class="choices" id={id} tabIndex={-1} aria-describedby={error ? `${id}-error` : undefined}>
      <legend class="field__label">{label}</legend>
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  );
}

/** A fixed list of parts, each with its share. */
export function Parts({ id, label, value: parts, nameOf, onValue }: PartsProps) {
  return (
    <Fieldset id={id} label={label}>
      <ul class="rows">
        {parts.map((part, index) => (
          <li key={part.of} class="rows__row place">
            <span class="place__name">{nameOf(part.of)}</span>
            <RowField
              id={`${id}-${part.of}`}
              label={t('launch.share_of', { name: nameOf(part.of) })}
              value={part.share}
              unit={percentOf(parts, part)}
              onValue={(share) => onValue(withShare(parts, index, share))}
            />
          </li>
        ))}
      </ul>
    </Fieldset>
  );
}

/** The countries from which shoppers come. Any may be among them: that a store does not ship there is worth knowing before. */
export function CountryParts({ id, value: parts, onValue }: Pick<PartsProps, 'id' | 'value' | 'onValue'>) {
  const options = countryOptions(parts.map(({ of }) => of));
  const [chosen, setChosen] = useState('');
  const next = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value ?? '';
  return (
    <Fieldset id={id} label={t('launch.countries')}>
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
            onValue={(share) => onValue(withShare(parts, index, share))}
          />
        )}
        onRemove={(removed) => onValue(parts.filter((_, index) => index !== removed))}
      />
      <div class="searcher">
        <Choice id="new-country" label={t('launch.country')} value={next} options={options} onValue={setChosen} />
        <Button kind="secondary" onPress={() => onValue([...parts, { of: next, share: '1' }])}>
          {t('launch.add_country')}
        </Button>
      </div>
    </Fieldset>
  );
}
