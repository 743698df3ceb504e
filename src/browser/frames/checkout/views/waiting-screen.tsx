import type { ViewProps } from './app.tsx';

/** The shape of what comes, for the moment until the service says where the checkout stood. */
export function WaitingScreen({ context }: ViewProps) {
  return (
    <section class="step" aria-busy="true">
      <h1 id="heading" tabIndex={-1} class="visually-hidden">
        {context.t('loading')}
      </h1>
      <div class="skeleton skeleton--short" />
      <div class="skeleton" />
      <div class="skeleton" />
      <div class="skeleton" />
    </section>
  );
}
