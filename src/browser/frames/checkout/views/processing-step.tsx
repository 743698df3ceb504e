import { Button } from '../../../ui/button.tsx';
import type { ViewProps } from './view-props.ts';

export function ProcessingStep({ context, flow, state }: ViewProps) {
  const { t } = context;
  return (
    <section class="step step--centred">
      <span class="spinner spinner--large" aria-hidden="true" />
      <h1 id="heading" tabIndex={-1}>
        {t('processing.title')}
      </h1>
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
