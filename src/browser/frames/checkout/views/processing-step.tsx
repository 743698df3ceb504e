import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from './messages.tsx';
import type { ViewProps } from './view-props.ts';

export function ProcessingStep(props: ViewProps) {
  const { context, flow, state } = props;
  const { t } = context;
  return (
    <section class="step step--centred">
      <span class="spinner spinner--large" aria-hidden="true" />
      <h1 id="heading" tabIndex={-1}>
        {t('processing.title')}
      </h1>
      <ProblemNotice {...props} />
      <p class="lead">{t('processing.text')}</p>
      {state.slow && (
        <>
          <p class="lead">{t('processing.slow', { email: state.checkout?.email ?? '' })}</p>
          <Button kind="secondary" busy={state.busy === 'cancel'} onPress={() => void flow.cancelPayment()}>
            {t('processing.cancel')}
          </Button>
        </>
      )}
    </section>
  );
}
