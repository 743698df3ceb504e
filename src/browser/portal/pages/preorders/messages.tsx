import type { PreorderDetail } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { moment } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';

/** What shopper and store wrote to each other, the newest first. The words of a shopper are in the store's mailbox. */
export function Messages({
  preorder: { messages },
  timeZone,
}: {
  preorder: PreorderDetail;
  timeZone: string | undefined;
}) {
  if (messages.length === 0) return null;
  return (
    <Card title={t('messages.title')}>
      <ol class="timeline">
        {[...messages].reverse().map(({ id, from, text, by, created_at }) => (
          <li key={id} class="timeline__entry">
            <span>
              {from === 'store' ? t('messages.store', { by: by ?? '' }) : t('messages.shopper')}
              <span class="sub words">{text ?? t('messages.mailed')}</span>
            </span>
            <time class="muted" dateTime={created_at}>
              {moment(created_at, timeZone)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
