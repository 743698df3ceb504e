import type { Fault } from '../../requests/fault.ts';
import type { PreorderDetail } from '../../requests/kinds.ts';
import { readPreorder } from '../../requests/reads.ts';
import { api, bodyOf } from '../../requests/store-api.ts';
import { useForm } from '../../requests/use-form.ts';
import { t, textOf } from '../../texts.ts';
import { countryName } from '../../ui/countries.ts';
import { Input } from '../../ui/form.tsx';
import { FormWindow } from '../../ui/form-window.tsx';
import { tookOver } from './change.ts';

const FIELDS = ['firstName', 'lastName', 'line1', 'line2', 'postalCode', 'city', 'region', 'phoneNumber'] as const;
type Field = (typeof FIELDS)[number];

// What every country needs. The service knows which need more.
const REQUIRED: readonly Field[] = ['lastName', 'line1'];

// Two that belong together stand beside each other.
const ROWS: readonly (readonly Field[])[] = [
  ['firstName', 'lastName'],
  ['line1'],
  ['line2'],
  ['postalCode', 'city'],
  ['region', 'phoneNumber'],
];

/** Changes where the parcels of a pre-order go, as long as none of it was released. */
export function AddressWindow({ preorder, onClose }: { preorder: PreorderDetail; onClose: () => void }) {
  const { reference } = preorder;
  const country = preorder.contact?.address?.country ?? '';
  const form = useForm({
    of: preorder,
    values: ({ contact }) =>
      Object.fromEntries(FIELDS.map((field) => [field, contact?.address?.[field] ?? ''])) as Record<Field, string>,
    read: () => readPreorder(reference),
    at: atField,
    save: async (address, { header }) => {
      const params = { path: { reference }, header };
      const body = { ...address, country };
      tookOver(bodyOf(await api.PUT('/admin/api/v1/preorders/{reference}/address', { params, body })).data);
    },
    said: t('address.done'),
    done: onClose,
  });
  return (
    <FormWindow
      title={t('preorder.address')}
      wide
      text={t('address.text')}
      form={form}
      submit={t('contact.button')}
      onClose={onClose}
    >
      {ROWS.map((row) => (
        <div key={row[0]} class="pair">
          {row.map((field) => (
            <Input
              key={field}
              {...form.field(field)}
              label={t(`address.${field}`)}
              hint={field === 'region' ? t('address.region.hint') : undefined}
              autoComplete="off"
              required={REQUIRED.includes(field)}
            />
          ))}
        </div>
      ))}
      <div class="field">
        <p class="field__label">{t('address.country')}</p>
        <p>{country === '' ? '–' : countryName(country)}</p>
        <p class="field__hint">{t('address.country.hint')}</p>
      </div>
    </FormWindow>
  );
}

/** Returns a refusal at its field, with the words for its reason. */
function atField(fault: Fault): Fault {
  const param = fault.param?.replace(/^address\./, '');
  const words = textOf(`address.wrong.${fault.data?.problem}`);
  return { ...fault, param, ...(words !== undefined && { text: words, said: undefined }) };
}
