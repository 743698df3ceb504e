import type { AddressFieldName, AddressRules, Region } from '../../../../protocol/wire/address.ts';
import type { CheckoutCountry } from '../../../../protocol/wire/checkout-document.ts';
import { SelectField, TextField, type TextFieldProps } from '../../../ui/field.tsx';
import { countryOf } from '../form.ts';
import { Folded } from './folded.tsx';
import { street } from './street.ts';
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
        <AddressRow key={row.join()} {...props} row={row} country={country} />
      ))}
      {country && <Phone {...props} />}
    </fieldset>
  );
}

type AddressRowProps = ViewProps & { row: AddressFieldName[]; country: CheckoutCountry };

function AddressRow({ row, ...props }: AddressRowProps) {
  const fields = (
    <div class="row">
      {row.map((field) => (
        <AddressField key={field} {...props} field={field} />
      ))}
    </div>
  );
  if (row[0] !== 'line2') return fields;
  const { context, state, country } = props;
  // Elsewhere its label also asks for a district, without which a parcel may not arrive.
  const isNeeded = country.address.labels.line2 !== 'address.line2';
  return (
    <Folded id="line2" text={context.t('address.more')} open={isNeeded || state.form.address.line2 !== ''}>
      {fields}
    </Folded>
  );
}

function Phone({ context, flow, state }: ViewProps) {
  const { t } = context;
  const { phoneNumber } = state.form.address;
  return (
    <Folded id="phoneNumber" text={t('phone.add')} open={phoneNumber !== ''}>
      <TextField
        id="phoneNumber"
        label={t('phone')}
        optional={t('optional')}
        hint={t('phone.hint')}
        value={phoneNumber}
        error={state.errors.phoneNumber}
        onValue={(value) => flow.edit('phoneNumber', value)}
        onLeave={() => flow.leave('phoneNumber')}
        type="tel"
        attributes={{ inputMode: 'tel', autoComplete: 'shipping tel', maxLength: 40 }}
      />
    </Folded>
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
  const attributes: TextFieldProps['attributes'] = {
    autoComplete: AUTOFILL[field],
    inputMode: postal && isNumeric(rules) ? 'numeric' : 'text',
    autoCapitalize: postal ? 'characters' : 'words',
    maxLength: postal ? 20 : 200,
  };
  const text = { ...shared, value, attributes };
  if (field !== 'line1' || !street.Field) return <TextField {...text} />;
  return <street.Field context={context} flow={flow} state={state} field={text} />;
}

/** Returns the code of a region that was prefilled with its name, or ''. */
function regionCode(text: string, regions: Region[]): string {
  const wanted = text.trim().toLowerCase();
  return regions.find(({ name }) => name.toLowerCase() === wanted)?.code ?? '';
}

function isNumeric({ postalCodeExample }: AddressRules): boolean {
  return /^\d+$/.test(postalCodeExample ?? '');
}
