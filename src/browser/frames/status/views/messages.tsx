import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { lookUpAnother } from '../reading.ts';
import type { ViewProps } from './view-props.ts';

/** A skeleton until the answer arrives, or the error if it does not. */
export function Waiting(props: ViewProps<'waiting'>) {
  const { context, screen } = props;
  if (screen.problem) return <ProblemNotice {...props} />;
  return (
    <section class="waiting" aria-busy="true">
      <h1 class="visually-hidden">{context.t('loading')}</h1>
      <div class="skeleton skeleton--short" />
      <div class="skeleton" />
      <div class="skeleton" />
    </section>
  );
}

/** Shown when the token was refused. The reason is not shown to the shopper. */
export function SignIn({ context: { t } }: Pick<ViewProps, 'context'>) {
  return (
    <section class="plain">
      <h1>{t('sign_in.title')}</h1>
      <p class="muted">{t('sign_in.text')}</p>
    </section>
  );
}

/** Says that the session has ended. A guest can look the pre-order up again; a signed-in customer needs a new token. */
export function ExpiredNotice({ context, state }: Omit<ViewProps, 'screen'>) {
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

/** Shows the error of the last request and an action that may solve it. */
export function ProblemNotice({ context, screen: { problem, busy } }: ViewProps) {
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
