import type { StatusStep } from '../../../../protocol/schema/status-api.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Texts } from '../state.ts';

type ProgressProps = { t: Texts; steps: readonly StatusStep[] };

/** The way of a line item to the shopper: the steps that are reached, with what moved it and when, and those ahead. */
export function Progress({ t, steps }: ProgressProps) {
  const current = currentOf(steps);
  if (!current) return null;
  return (
    <ol class="progress" aria-label={t('progress')}>
      {steps.map((step) => (
        <li
          key={step.step}
          class={`progress__step${step.reached ? ' progress__step--reached' : ''}`}
          aria-current={step === current ? 'step' : undefined}
        >
          <span class="progress__dot">{step.reached && <Icon name="check" size={12} />}</span>
          <span class="progress__name">{t(`step.${step.step}`)}</span>
          {step.by && (
            <span class="progress__moved">
              <Moved t={t} step={step} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Shows the steps as one line, for the list of pre-orders: only the name of the present one can be seen. */
export function ProgressBar({ t, steps }: ProgressProps) {
  const current = currentOf(steps);
  if (!current) return null;
  return (
    <div class="bar">
      <ol class="bar__steps" aria-label={t('progress')}>
        {steps.map((step) => (
          <li
            key={step.step}
            class={step.reached ? 'bar__step--reached' : ''}
            aria-current={step === current ? 'step' : undefined}
          >
            <span class="visually-hidden">{t(`step.${step.step}`)}</span>
          </li>
        ))}
      </ol>
      <span aria-hidden="true">{t(`step.${current.step}`)}</span>
    </div>
  );
}

function currentOf(steps: readonly StatusStep[]): StatusStep | undefined {
  return steps.findLast(({ reached }) => reached);
}

function Moved({ t, step: { step, by, on, at } }: { t: Texts; step: StatusStep }) {
  const [before, ...after] = t(`moved.${step}.${by}`, { date: on }).split(on);
  return (
    <>
      {before}
      <time dateTime={at}>{on}</time>
      {after.join(on)}
    </>
  );
}
