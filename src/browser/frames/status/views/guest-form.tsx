import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { lookUp, write } from '../reading.ts';
import { FormSheet } from './form-sheet.tsx';
import type { ViewProps } from './view-props.ts';

// The last character is a valid check character, as in every reference.
const EXAMPLE = 'PO-7K2M-9QXT-X';

/** The form that looks up a pre-order by reference and postcode, without signing in. */
export function GuestForm({ context, state, screen }: ViewProps<'guest'>) {
  const { t } = context;
  const { form, errors, busy } = screen;
  return (
    <FormSheet
      context={context}
      state={state}
      screen={screen}
      title={t('guest.title')}
      text={t('guest.text')}
      width="narrow"
      onSubmit={() => lookUp(context)}
    >
      <TextField
        id="reference"
        label={t('guest.reference')}
        hint={t('guest.reference_hint', { example: EXAMPLE })}
        value={form.reference}
        error={errors.reference}
        attributes={{ autoComplete: 'off', autoCapitalize: 'characters', maxLength: 40 }}
        onValue={(value) => write(context, 'reference', value)}
        onLeave={() => {}}
      />
      <TextField
        id="place"
        label={t('guest.place')}
        hint={t('guest.place_hint')}
        value={form.place}
        error={errors.place}
        attributes={{ autoComplete: 'postal-code', autoCapitalize: 'characters', maxLength: 100 }}
        onValue={(value) => write(context, 'place', value)}
        onLeave={() => {}}
      />
      <Button type="submit" busy={busy === 'begin'}>
        {t(busy === 'begin' ? 'guest.searching' : 'guest.submit')}
      </Button>
    </FormSheet>
  );
}
