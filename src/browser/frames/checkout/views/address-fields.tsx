import type { AddressFieldName, AddressRules, Region } from '../../../../protocol/wire/address.ts';
import type { CheckoutCountry } from '../../../../protocol/wire/checkout-document.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { countryOf } from '../form.ts';
import type { ViewProps } from './view-props.ts';

/** The HTML autofill names of the fields. */
const AUTOFILL: Record<AddressFieldName, string> = {
  firstName: 'shipping given-name',
  lastName: 'shipping family-name',
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
  postalCode: 'shipping postal-code',
};

/** The fields of an address. The country comes first, because it decides which fields follow and in which order. */
export function AddressFields(props: ViewProps) {
  const { context, flow, state } = props;
  const { t, offer } = context;
  const { address } = state.form;
  const country = countryOf(offer, address.country);
  return (
    <fieldset class="group">
      <legend>{t('address')}</legend>
      <SelectField
        id="country"
        label={t('country')}
        placeholder={t('country.choose')}
        autoComplete="shipping country"
        value={address.country}
        options={offer.countries.map(({ code, name }) => ({ value: code, text: name }))}
        error={state.errors.country}
        onValue={(value) => flow.edit('country', value)}
        onLeave={() => flow.leave('country')}
      />
      {country?.address.rows.map((row) => (
        <div key={row.join()} class="row">
          {row.map((field) => (
            <AddressField key={field} {...props} field={field} country={country} />
          ))}
        </div>
      ))}
      {country && (
        <TextField
          id="phoneNumber"
          label={t('phone')}
          optional={t('optional')}
          hint={t('phone.hint')}
          value={address.phoneNumber}
          error={state.errors.phoneNumber}
          onValue={(value) => flow.edit('phoneNumber', value)}
          onLeave={() => flow.leave('phoneNumber')}
          type="tel"
          attributes={{ inputMode: 'tel', autoComplete: 'shipping tel', maxLength: 40 }}
        />
      )}
    </fieldset>
  );
}

type AddressFieldProps = ViewProps & { field: AddressFieldName; country: CheckoutCountry };

function AddressField({ context, flow, state, field, country }: AddressFieldProps) {
  const { t } = context;
  const { address: rules, listsRegions } = country;
  const shared = {
    id: field,
    label: t(rules.labels[field]),
    optional: rules.required.includes(field) ? undefined : t('optional'),
    error: state.errors[field],
    onValue: (value: string) => flow.edit(field, value),
    onLeave: () => flow.leave(field),
  };
  const value = state.form.address[field];
  if (field === 'region' && listsRegions) {
    const regions = rules.regions ?? []; // null while they are loading
    const options = regions.map(({ code, name }) => ({ value: code, text: name }));
    const chosen = options.some((option) => option.value === value) ? value : regionCode(value, regions);
    return (
      <SelectField
        {...shared}
        value={chosen}
        options={options}
        placeholder={t('choose')}
        autoComplete={AUTOFILL.region}
      />
    );
  }
  const postal = field === 'postalCode';
  return (
    <TextField
      {...shared}
      value={value}
      attributes={{
        autoComplete: AUTOFILL[field],
        inputMode: postal && isNumeric(rules) ? 'numeric' : 'text',
        autoCapitalize: postal ? 'characters' : 'words',
        maxLength: postal ? 20 : 200,
      }}
    />
  );
}

/** Returns the code of a region that was prefilled with its name, or ''. */
function regionCode(text: string, regions: Region[]): string {
  const wanted = text.trim().toLowerCase();
  return regions.find(({ name }) => name.toLowerCase() === wanted)?.code ?? '';
}

function isNumeric({ postalCodeExample }: AddressRules): boolean {
  return /^\d+$/.test(postalCodeExample ?? '');
}
