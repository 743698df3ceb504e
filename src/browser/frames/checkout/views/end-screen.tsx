import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { ViewProps } from './view-props.ts';

/** The final screen of a checkout without a pre-order: the hold ended, everything is sold out, or the waitlist is closed. */
export function EndScreen({ context, flow, state }: ViewProps) {
  const { t, offer } = context;
  const { screen } = state;
  const expired = screen === 'expired';
  return (
    <section class="step step--centred">
      <span class="end-mark">
        <Icon name={expired ? 'clock' : 'alert'} size={26} />
      </span>
      <h1 id="heading" tabIndex={-1}>
        {t(`${screen}.title`)}
      </h1>
      <p class="lead">{t(`${screen}.text`, { count: offer.holdMinutes })}</p>
      <div class="actions">
        {expired && (
          <Button busy={state.busy === 'hold'} onPress={() => void flow.startAgain()}>
            {t('expired.again')}
          </Button>
        )}
        <Button kind={expired ? 'secondary' : 'primary'} onPress={flow.close}>
          {t('back_to_store')}
        </Button>
      </div>
    </section>
  );
}
