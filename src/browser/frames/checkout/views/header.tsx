import { Icon } from '../../../ui/icon.tsx';
import { StoreHead } from '../../../ui/store-head.tsx';
import type { Screen } from '../state.ts';
import type { ViewProps } from './view-props.ts';

const STEPS: { key: string; screens: Screen[] }[] = [
  { key: 'step.shipping', screens: ['shipping', 'waiting'] },
  { key: 'step.payment', screens: ['payment', 'challenge', 'processing', 'expired'] },
  { key: 'step.done', screens: ['done'] },
];

export function Header({ context, flow, state }: ViewProps) {
  const { t, offer } = context;
  const current = STEPS.findIndex(({ screens }) => screens.includes(state.screen));
  return (
    <section class="header" aria-label={t('title', { store: offer.store.name })}>
      <div class="header__row">
        <div class="header__name">
          <StoreHead store={offer.store} nameClass="header__store" />
          {offer.store.test && <p class="badge">{t('test.badge')}</p>}
        </div>
        {current >= 0 && (
          <ol class="steps" aria-label={t('steps')}>
            {STEPS.map(({ key }, index) => (
              <li key={key} class="steps__step" aria-current={index === current ? 'step' : undefined}>
                {index < current && <Icon name="check" size={14} />}
                {t(key)}
              </li>
            ))}
          </ol>
        )}
        <button type="button" class="icon-button header__close" aria-label={t('close')} onClick={flow.close}>
          <Icon name="close" size={20} />
        </button>
      </div>
    </section>
  );
}
