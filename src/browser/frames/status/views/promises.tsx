import type { StatusDetails } from '../../../../protocol/schema/status-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { answer } from '../details.ts';
import type { ViewProps } from './view-props.ts';

type PartProps = ViewProps<'preorder'> & { details: StatusDetails };

/** Asks the shopper whether they wait for a moved date or cancel. A shopper who has answered can still change the answer. */
export function Question({ context, state, screen: { busy }, details }: PartProps) {
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
              <Button busy={busy === 'wait'} onPress={() => void answer(context, 'wait')}>
                {t('question.wait')}
              </Button>
            )}
            <Button kind="secondary" busy={busy === 'cancel'} onPress={() => void answer(context, 'cancel')}>
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

/** Lists all promises with their outcomes. A single promise is left out, because the line items show it. */
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
