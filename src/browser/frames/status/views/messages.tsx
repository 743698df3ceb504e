import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { lookUpAnother } from '../reading.ts';
import type { ViewProps } from './app.tsx';

/** The shape of what comes, until it does; or why it does not. */
export function Waiting({ context, state }: ViewProps) {
  if (state.problem) return <ProblemNotice context={context} state={state} />;
  return (
    <section class="waiting" aria-busy="true">
      <h1 class="visually-hidden">{context.t('loading')}</h1>
      <div class="skeleton skeleton--short" />
      <div class="skeleton" />
      <div class="skeleton" />
    </section>
  );
}

/** The token does not count, and why is nobody's business. */
export function SignIn({ context: { t } }: ViewProps) {
  return (
    <section class="plain">
      <h1>{t('sign_in.title')}</h1>
      <p class="muted">{t('sign_in.text')}</p>
    </section>
  );
}

/** What is on screen stays there; what can be done about it depends on how the reader came. */
export function ExpiredNotice({ context, state }: ViewProps) {
  const { t } = context;
  const guest = state.mode === 'guest';
  return (
    <Notice
      kind="warning"
      title={t('expired.title')}
      actions={
        guest && (
          <Button kind="secondary" onPress={() => lookUpAnother(context)}>
            {t('guest.title')}
          </Button>
        )
      }
    >
      <p>{t(guest ? 'expired.guest' : 'expired.customer')}</p>
    </Notice>
  );
}

/** What went wrong with the last request, and the way around it. */
export function ProblemNotice({ context, state }: ViewProps) {
  const { problem, busy } = state;
  if (!problem) return null;
  return (
    <Notice
      id="problem"
      kind="error"
      title={problem.title}
      actions={
        problem.again && (
          <Button kind="secondary" busy={busy !== null} onPress={problem.again}>
            {context.t('try_again')}
          </Button>
        )
      }
    >
      {problem.text && <p>{problem.text}</p>}
    </Notice>
  );
}
