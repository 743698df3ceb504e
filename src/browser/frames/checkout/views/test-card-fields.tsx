import { TEST_CARDS, type TestCard, type TestCardBehaviour } from '../../../../protocol/wire/test-cards.ts';
import { TextField, type TextFieldProps } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { FieldErrors } from '../form.ts';
import { type CardForm, formatCardNumber } from '../test-card.ts';
import type { Texts } from '../texts.ts';

/** The form's props. Both the checkout and the pay page show it. */
export type TestCardProps = {
  context: { t: Texts };
  flow: { editCard(field: keyof CardForm, value: string): void; useTestCard(number: string): void };
  state: { card: CardForm; errors: FieldErrors };
};

/** The test provider's card form. It warns that it is a test and lists the cards that it accepts. */
export function TestCardFields(props: TestCardProps) {
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
      </Notice>
      <TestCards {...props} />
      {field('cardNumber', t('card.number'), { placeholder: '0000 0000 0000 0000', maxLength: 23 })}
      <div class="row">
        {field('cardExpiry', t('card.expiry'), { placeholder: t('card.expiry_placeholder'), maxLength: 9 })}
        {field('cardCode', t('card.code'), { placeholder: '123', maxLength: 4 })}
      </div>
    </fieldset>
  );
}

// The cards that most developers try first; the others are in a collapsed list.
const FIRST: readonly TestCardBehaviour[] = ['succeeds', 'declined', 'second_step'];
const FIRST_CARDS = TEST_CARDS.filter(({ behaviour }) => FIRST.includes(behaviour));
const OTHER_CARDS = TEST_CARDS.filter(({ behaviour }) => !FIRST.includes(behaviour));

function TestCards({ context, flow, state }: TestCardProps) {
  const { t } = context;
  const list = (cards: readonly TestCard[]) => (
    <ul class="test-cards">
      {cards.map(({ number, behaviour }) => (
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
  );
  return (
    <div class="field">
      <p class="field__label">{t('test.cards')}</p>
      {list(FIRST_CARDS)}
      <details class="more-cards">
        <summary>{t('test.more_cards', { count: OTHER_CARDS.length })}</summary>
        {list(OTHER_CARDS)}
      </details>
    </div>
  );
}
