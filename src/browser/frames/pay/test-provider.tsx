import { useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { createApiClient } from '../api-client.ts';
import { testActionCall } from '../checkout/api.ts';
import type { FieldErrors } from '../checkout/form.ts';
import {
  BLANK_CARD,
  type CardForm,
  cardErrors,
  cardToken,
  filledTestCard,
  withCardField,
} from '../checkout/test-card.ts';
import type { Texts } from '../checkout/texts.ts';
import { TestCardFields } from '../checkout/views/test-card-fields.tsx';
import { createObservableState, useObservableState } from '../observable-state.ts';
import type { PayProvider } from './provider.ts';

type CardState = { card: CardForm; errors: FieldErrors };

/** The test stores' provider, with its cards and a page that stands in for the shopper's bank. */
export function createTestPayProvider(t: Texts): PayProvider {
  const observable = createObservableState<CardState>({ card: BLANK_CARD, errors: {} });
  const { state, set } = observable;
  const flow = {
    editCard(field: keyof CardForm, value: string) {
      const { [field]: _, ...errors } = state().errors;
      set({ card: withCardField(state().card, field, value), errors });
    },
    useTestCard: (number: string) => set({ card: filledTestCard(number), errors: {} }),
  };
  return {
    Fields: () => <TestCardFields context={{ t }} flow={flow} state={useObservableState(observable)} />,
    async token() {
      const errors = cardErrors(state().card, new Date(), t);
      set({ errors });
      const [first] = Object.keys(errors);
      if (first === undefined) return cardToken(state().card);
      document.getElementById(first)?.focus();
      return null;
    },
    Challenge,
  };
}

const Challenge: PayProvider['Challenge'] = ({ t, action, amount, store, answered }) => {
  const [busy, setBusy] = useState<'approve' | 'refuse' | null>(null);
  const answer = async (approve: boolean) => {
    setBusy(approve ? 'approve' : 'refuse');
    // Ignores the result: the caller then asks the service for the outcome.
    await createApiClient()(testActionCall(action, approve));
    answered();
  };
  return (
    <div class="bank">
      <p class="bank__name">{t('challenge.bank')}</p>
      <p class="bank__amount">
        <span>{store}</span>
        <span class="money">{amount}</span>
      </p>
      <p class="bank__text">{t('challenge.text')}</p>
      <div class="bank__actions">
        <Button busy={busy === 'approve'} onPress={() => void answer(true)}>
          {t('challenge.approve')}
        </Button>
        <Button kind="secondary" busy={busy === 'refuse'} onPress={() => void answer(false)}>
          {t('challenge.refuse')}
        </Button>
      </div>
    </div>
  );
};
