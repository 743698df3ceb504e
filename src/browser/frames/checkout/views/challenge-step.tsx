import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from './messages.tsx';
import { moneyOf } from './plan.tsx';
import type { ViewProps } from './view-props.ts';

/** The test provider's second step. A real provider would show the shopper's bank here. */
export function ChallengeStep(props: ViewProps) {
  const { context, flow, state } = props;
  const { t, offer } = context;
  const { total = 0, dueNow = 0 } = state.checkout ?? {};
  // If nothing is charged now, the bank approves the later charge.
  const amount = moneyOf(context)(dueNow === 0 ? total : dueNow);
  return (
    <section class="step">
      <h1 id="heading" tabIndex={-1}>
        {t('challenge.title')}
      </h1>
      <ProblemNotice {...props} />
      <div class="bank">
        <p class="bank__name">{t('challenge.bank')}</p>
        <p class="bank__amount">
          <bdi>{offer.store.name}</bdi>
          <span class="money">{amount}</span>
        </p>
        <p class="bank__text">{t('challenge.text')}</p>
        <div class="bank__actions">
          <Button busy={state.busy === 'approve'} onPress={() => void flow.answerAction(true)}>
            {t('challenge.approve')}
          </Button>
          <Button kind="secondary" busy={state.busy === 'refuse'} onPress={() => void flow.answerAction(false)}>
            {t('challenge.refuse')}
          </Button>
        </div>
      </div>
    </section>
  );
}
