import type { ComponentChildren } from 'preact';
import { TEST_CARDS } from '../../../../protocol/wire/test-cards.ts';
import { TextField, type TextFieldProps } from '../../../ui/field.tsx';
import type { FieldErrors } from '../form.ts';
import { type CardForm, formatCardNumber } from '../test-card.ts';
import type { Texts } from '../texts.ts';

/** The form's props. Both the checkout and the pay page show it. */
export type TestCardProps = {
  context: { t: Texts };
  flow: { editCard(field: keyof CardForm, value: string): void; useTestCard(number: string): void };
  state: { card: CardForm; errors: FieldErrors };
};

/** The test provider's card form, and below it the cards that it accepts. */
export function TestCardFields({ children, ...props }: TestCardProps & { children?: ComponentChildren }) {
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
      {children}
      {field('cardNumber', t('card.number'), { placeholder: '0000 0000 0000 0000', maxLength: 23 })}
      <div class="row">
        {field('cardExpiry', t('card.expiry'), { placeholder: t('card.expiry_placeholder'), maxLength: 9 })}
        {field('cardCode', t('card.code'), { placeholder: '123', maxLength: 4 })}
      </div>
      <TestCards {...props} />
    </fieldset>
  );
}

function TestCards({ context, flow, state }: TestCardProps) {
  const { t } = context;
  return (
    <details class="test-cards">
      <summary>{t('test.cards')}</summary>
      <p class="field__hint">{t('test.text')}</p>
      <ul class="test-cards__list">
        {TEST_CARDS.map(({ number, behaviour }) => (
          <li key={number}>
            <button
              type="button"
              class="test-card"
              aria-pressed={state.card.cardNumber === formatCardNumber(number)}
              onClick={() => flow.useTestCard(number)}
            >
              <span class="test-card__number" dir="ltr">
                {formatCardNumber(number)}
              </span>
              <span class="test-card__text">{t(`test.card.${behaviour}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
