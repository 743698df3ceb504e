import { useState } from 'preact/hooks';
import { TEST_CARDS } from '../../../../protocol/wire/test-cards.ts';
import { TextField, type TextFieldProps } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type CardForm, formatCardNumber } from '../test-card.ts';
import type { ViewProps } from './app.tsx';

/** The test provider's card form: says loudly what it is, and hands out the cards that it takes. */
export function TestCardFields(props: ViewProps) {
  const { context, flow, state } = props;
  const { t } = context;
  const field = (id: keyof CardForm, label: string, attributes: TextFieldProps['attributes']) => (
    <TextField
      id={id}
      label={label}
      value={state.card[id]}
      error={state.errors[id]}
      onValue={(value) => flow.editCard(id, value)}
      onLeave={() => {}}
      // A browser must not offer to fill in a real card here.
      attributes={{ autoComplete: 'off', inputMode: 'numeric', ...attributes }}
    />
  );
  return (
    <fieldset class="group">
      <legend>{t('card')}</legend>
      <Notice kind="warning" title={t('test.title')}>
        <p>{t('test.text')}</p>
        <TestCards {...props} />
      </Notice>
      {field('cardNumber', t('card.number'), { placeholder: '0000 0000 0000 0000', maxLength: 23 })}
      <div class="row">
        {field('cardExpiry', t('card.expiry'), { placeholder: t('card.expiry_placeholder'), maxLength: 9 })}
        {field('cardCode', t('card.code'), { placeholder: '123', maxLength: 4 })}
      </div>
    </fieldset>
  );
}

function TestCards({ context, flow }: ViewProps) {
  const { t } = context;
  const [open, setOpen] = useState(true);
  return (
    <details class="test-cards" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('test.cards')}</summary>
      <ul class="test-cards__list">
        {TEST_CARDS.map(({ number, behaviour }) => (
          <li key={number}>
            <button
              type="button"
              class="test-card"
              onClick={() => {
                flow.useTestCard(number);
                setOpen(false);
                document.getElementById('cardNumber')?.focus();
              }}
            >
              <span class="test-card__number">{formatCardNumber(number)}</span>
              <span>{t(`test.card.${behaviour}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
