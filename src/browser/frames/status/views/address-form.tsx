import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { type AddressField, saveAddress, writeAddress } from '../addressing.ts';
import { leave } from '../details.ts';
import { FormSheet } from './form-sheet.tsx';
import type { ViewProps } from './view-props.ts';

/** The HTML autofill names of the fields. */
const AUTOFILL: Record<string, string> = {
  firstName: 'shipping given-name',
  lastName: 'shipping family-name',
  line1: 'shipping address-line1',
  line2: 'shipping address-line2',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
  postalCode: 'shipping postal-code',
  phoneNumber: 'shipping tel',
};

/** The form for the delivery address, with the fields of its country. The country cannot be changed. */
export function AddressForm({ context, state, screen }: ViewProps<'address'>) {
  const { t } = context;
  const { form, busy } = screen;
  return (
    <FormSheet
      context={context}
      state={state}
      screen={screen}
      title={t('address.title')}
      text={t('address.country', { country: form.country })}
      width="narrow"
      onSubmit={() => saveAddress(context)}
    >
      {form.rows.map((row) => (
        <div key={row.join()} class="row">
          {row.map((field) => (
            <Field key={field} context={context} state={state} screen={screen} field={field as AddressField} />
          ))}
        </div>
      ))}
      <Field context={context} state={state} screen={screen} field="phoneNumber" />
      {!state.expired && (
        <div class="actions">
          <Button type="submit" busy={busy === 'address'}>
            {t(busy === 'address' ? 'address.saving' : 'address.save')}
          </Button>
          <Button kind="secondary" onPress={() => leave(context)}>
            {t('address.keep')}
          </Button>
        </div>
      )}
    </FormSheet>
  );
}

type FieldProps = ViewProps<'address'> & { field: AddressField };

function Field({ context, screen: { form, errors }, field }: FieldProps) {
  const { t } = context;
  const shared = {
    id: field,
    label: form.labels[field] ?? '',
    value: form.address[field],
    optional: form.required.includes(field) ? undefined : t('optional'),
    error: errors[field],
    onValue: (value: string) => writeAddress(context, field, value),
    onLeave: () => {},
  };
  if (field === 'region' && form.regions) {
    const options = form.regions.map(({ code, name }) => ({ value: code, text: name }));
    return <SelectField {...shared} options={options} placeholder={t('choose')} autoComplete={AUTOFILL.region ?? ''} />;
  }
  const attributes = {
    autoComplete: AUTOFILL[field] ?? '',
    autoCapitalize: field === 'postalCode' ? ('characters' as const) : ('words' as const),
    maxLength: field === 'postalCode' ? 20 : 200,
  };
  return <TextField {...shared} attributes={attributes} type={field === 'phoneNumber' ? 'tel' : 'text'} />;
}
