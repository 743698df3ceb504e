import { useState } from 'preact/hooks';
import { TextField } from '../../../ui/field.tsx';
import { meantAddress } from '../mail-typo.ts';
import type { ViewProps } from './view-props.ts';

/** The e-mail, to which everything goes that follows. Once the shopper has left the field, it asks about a slip in a common provider. */
export function EmailField({ context: { t }, flow, state }: ViewProps) {
  const { email } = state.form;
  const [left, setLeft] = useState('');
  const meant = left === email ? meantAddress(email) : undefined;
  const take = () => {
    flow.edit('email', meant ?? email);
    document.getElementById('email')?.focus();
  };
  return (
    <TextField
      id="email"
      label={t('email')}
      // In the place of the hint, so that nothing moves under the shopper's hands.
      hint={
        <span role="status">
          {meant ? (
            <button type="button" class="link-button field__meant" onClick={take}>
              {t('email.meant', { email: meant })}
            </button>
          ) : (
            t('email.hint')
          )}
        </span>
      }
      value={email}
      error={state.errors.email}
      onValue={(value) => flow.edit('email', value)}
      onLeave={() => {
        setLeft(email);
        flow.leave('email');
      }}
      type="email"
      attributes={{
        inputMode: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
        maxLength: 254,
      }}
    />
  );
}
