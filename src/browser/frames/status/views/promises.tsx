import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { answer } from '../details.ts';
import type { State } from '../state.ts';
import type { ViewProps } from './app.tsx';

type Details = NonNullable<State['details']>;
type PartProps = ViewProps & { details: Details };

/** The date moved, and whoever waits is asked whether they go on waiting; who has answered may still think again. */
export function Question({ context, state, details }: PartProps) {
  const { t } = context;
  const { question } = details;
  if (!question) return null;
  const { ships, before, reason, answerBy, silence, chosen } = question;
  return (
    <Notice
      kind={chosen === null ? 'warning' : 'info'}
      title={t(chosen === null ? 'question.title' : 'question.waiting')}
      actions={
        !state.expired && (
          <>
            {chosen === null && (
              <Button busy={state.busy === 'wait'} onPress={() => void answer(context, 'wait')}>
                {t('question.wait')}
              </Button>
            )}
            <Button kind="secondary" busy={state.busy === 'cancel'} onPress={() => void answer(context, 'cancel')}>
              {t('question.cancel')}
            </Button>
          </>
        )
      }
    >
      <p>{t('question.text', { window: ships, before })}</p>
      {reason && (
        <p>
          <bdi>{reason}</bdi>
        </p>
      )}
      <p>{t(chosen === null ? `question.by.${silence}` : 'question.chosen', { date: answerBy })}</p>
    </Notice>
  );
}

/** Every date that they were told, with what came of it. With one alone the line items say it. */
export function History({ context: { t }, details }: PartProps) {
  const { promises } = details;
  if (promises.length < 2) return null;
  return (
    <>
      <h2>{t('history')}</h2>
      <ol class="history">
        {promises.map(({ on, ships, reason, outcome }) => (
          <li key={`${on} ${ships}`}>
            <span class="muted">{on}</span>
            <span>
              {t('ships', { window: ships })}
              {reason && (
                <>
                  {' · '}
                  <bdi>{reason}</bdi>
                </>
              )}
            </span>
            {outcome && <span class="muted">{t(`promise.${outcome}`)}</span>}
          </li>
        ))}
      </ol>
    </>
  );
}
