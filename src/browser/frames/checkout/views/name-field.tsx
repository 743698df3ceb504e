import type { CheckoutCountry } from '../../../../protocol/wire/checkout-document.ts';
import { TextField } from '../../../ui/field.tsx';
import { joinName, splitName } from '../name.ts';
import type { ViewProps } from './view-props.ts';

type Part = 'firstName' | 'lastName';
type NameFieldProps = ViewProps & { row: [Part, Part]; country: CheckoutCountry; onApart: () => void };

/**
 * One field for the whole name. Below it stands how the name is split, because stores and carriers keep two parts. `row` has the
 * parts in the order in which the reader's language writes them.
 */
export function NameField({ context, flow, state, row, country, onApart }: NameFieldProps) {
  const { t } = context;
  const { address } = state.form;
  const [before, after] = row;
  return (
    <TextField
      id="lastName"
      label={t('name')}
      error={state.errors.lastName}
      value={joinName(address[before], address[after])}
      onValue={(name) => {
        const parts = splitName(name, before === 'lastName');
        for (const part of row) flow.edit(part, parts[part]);
      }}
      onLeave={() => flow.leave('lastName')}
      attributes={{ autoComplete: 'shipping name', autoCapitalize: 'words', maxLength: 200 }}
    >
      {address[before].trim() && address[after].trim() && (
        <p class="field__hint">
          {row.map((part) => `${t(country.address.labels[part])}: ${address[part].trim()}`).join(' · ')}{' '}
          <button type="button" class="link-button" onClick={onApart}>
            {t('name.apart')}
          </button>
        </p>
      )}
    </TextField>
  );
}
