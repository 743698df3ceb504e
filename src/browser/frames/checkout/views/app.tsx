import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useObservableState } from '../../observable-state.ts';
import type { Screen, State } from '../state.ts';
import { ChallengeStep } from './challenge-step.tsx';
import { DoneStep } from './done-step.tsx';
import { EndScreen } from './end-screen.tsx';
import { Header } from './header.tsx';
import { PaymentStep } from './payment-step.tsx';
import { ProcessingStep } from './processing-step.tsx';
import { ProductSafety } from './product-safety.tsx';
import { ShippingStep } from './shipping-step.tsx';
import { Summary } from './summary.tsx';
import type { ViewProps } from './view-props.ts';
import { WaitingScreen } from './waiting-screen.tsx';

const VIEWS: Record<Screen, (props: ViewProps) => ComponentChildren> = {
  waiting: WaitingScreen,
  shipping: ShippingStep,
  payment: PaymentStep,
  challenge: ChallengeStep,
  processing: ProcessingStep,
  done: DoneStep,
  expired: EndScreen,
  sold_out: EndScreen,
  in_stock: EndScreen,
  closed: EndScreen,
};

const BEFORE_THE_ORDER: readonly Screen[] = ['shipping', 'payment'];

export function App({ context, flow }: Omit<ViewProps, 'state'>) {
  const state = useObservableState(context);
  useFocus(state.focus);
  const props = { context, flow, state };
  const { offer } = context;
  const View = VIEWS[state.screen];
  return (
    <>
      <Header {...props} />
      <div class="layout">
        <main class="layout__main" aria-label={context.t('title', { store: offer.store.name })}>
          <View {...props} />
          {offer.safety && BEFORE_THE_ORDER.includes(state.screen) && <ProductSafety {...offer.safety} />}
        </main>
        <Summary {...props} />
      </div>
      <p class="visually-hidden" role="status">
        {state.announcement}
      </p>
      {state.trouble && (
        <p class="trouble">
          <span class="spinner" aria-hidden="true" />
          {context.t('trouble')}
        </p>
      )}
    </>
  );
}

/** Moves the focus to the new step's heading or to an error. Both have the id that `focus.on` names. */
function useFocus(focus: State['focus']) {
  useLayoutEffect(() => {
    if (!focus) return;
    if (focus.on === 'heading') window.scrollTo(0, 0);
    document.getElementById(focus.on)?.focus();
  }, [focus]);
}
