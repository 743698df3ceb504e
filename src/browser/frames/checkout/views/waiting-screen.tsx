import { ProblemNotice } from './messages.tsx';
import type { ViewProps } from './view-props.ts';

/** A skeleton of the form until the service has answered where the checkout stood. */
export function WaitingScreen(props: ViewProps) {
  if (props.state.problem) {
    return (
      <section class="step">
        <ProblemNotice {...props} />
      </section>
    );
  }
  return (
    <section class="step" aria-busy="true">
      <h1 id="heading" tabIndex={-1} class="visually-hidden">
        {props.context.t('loading')}
      </h1>
      <div class="skeleton skeleton--short" />
      <div class="skeleton" />
      <div class="skeleton" />
      <div class="skeleton" />
    </section>
  );
}
