import { useRef, useState } from 'preact/hooks';
import {
  type AddressFieldName,
  type AddressParts,
  type AddressRules,
  findRegion,
  PHONE_LENGTH_MAX,
  rowsOf,
} from '../../../../protocol/wire/address.ts';
import type { CheckoutCountry } from '../../../../protocol/wire/checkout-document.ts';
import { SelectField, TextField, type TextFieldProps } from '../../../ui/field.tsx';
import { countryOf } from '../form.ts';
import { Folded } from './folded.tsx';
import { NameField } from './name-field.tsx';
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
  const filled = useFilled(address);
  return (
    <fieldset class="group">
      <legend>{t('address')}</legend>
      {/* A country that is known is a line of text: few change it. */}
      <div class={country && !state.errors.country ? 'quiet' : ''}>
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
      </div>
      {country &&
        rowsOf(filled, country.address).map((row) => (
          <AddressRow key={row.join()} {...props} row={row} country={country} />
        ))}
      {country && <Phone {...props} isNeeded={country.address.needsPhone === true} />}
    </fieldset>
  );
}

/** Returns the address with the last text of fields that were emptied: a field must not go away under the shopper's hands. */
function useFilled(address: AddressParts): Partial<AddressParts> {
  const filled = useRef<Partial<AddressParts>>({});
  for (const [field, text] of Object.entries(address)) if (text) Object.assign(filled.current, { [field]: text });
  return filled.current;
}

type AddressRowProps = ViewProps & { row: AddressFieldName[]; country: CheckoutCountry };

function AddressRow({ row, ...props }: AddressRowProps) {
  const [isApart, setApart] = useState(false);
  const apart = () => {
    setApart(true);
    setTimeout(() => document.getElementById('lastName')?.focus()); // the button that had the focus is gone
  };
  const isName = row.includes('lastName') && !isApart && !props.state.errors.firstName;
  if (isName) return <NameField {...props} row={row as ['firstName', 'lastName']} onApart={apart} />;
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

function Phone({ context, flow, state, isNeeded }: ViewProps & { isNeeded: boolean }) {
  const { t } = context;
  const { phoneNumber } = state.form.address;
  return (
    <Folded id="phoneNumber" text={t('phone.add')} open={isNeeded || phoneNumber !== ''}>
      <TextField
        id="phoneNumber"
        label={t('phone')}
        optional={isNeeded ? undefined : t('optional')}
        hint={t(isNeeded ? 'phone.needed' : 'phone.hint')}
        value={phoneNumber}
        error={state.errors.phoneNumber}
        onValue={(value) => flow.edit('phoneNumber', value)}
        onLeave={() => flow.leave('phoneNumber')}
        type="tel"
        attributes={{ inputMode: 'tel', autoComplete: 'shipping tel', maxLength: PHONE_LENGTH_MAX }}
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
    const options = (rules.regions ?? []).map(({ code, name }) => ({ value: code, text: name })); // null while they are loading
    const known = findRegion(value, rules);
    // What is not demanded may be anything that the page gave.
    if (!known && value && rules.regions && shared.optional) options.push({ value, text: value });
    const chosen = known?.code ?? value;
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

function isNumeric({ postalCodeExample }: AddressRules): boolean {
  return /^\d+$/.test(postalCodeExample ?? '');
}
