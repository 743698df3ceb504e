import { Button } from '../../../ui/button.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { Notice } from '../../../ui/notice.tsx';
import { OneLine } from '../../../ui/one-line.tsx';
import { findPage } from '../details.ts';
import { currencyOf } from '../lines.ts';
import { checkLink } from '../link-watch.ts';
import { closeReturn } from '../reading.ts';
import { currentPreorder } from '../state.ts';
import { Questions } from './questions.tsx';
import type { ViewProps } from './view-props.ts';

type PreorderProps = ViewProps<'preorder'>;

/** Confirms a cancellation and shows the amounts that go back. */
export function CancelledNotice({ context, state, screen: { cancelled } }: PreorderProps) {
  const { t, locale } = context;
  const preorder = currentPreorder(state);
  if (!preorder || !cancelled) return null;
  const { refund, release } = cancelled;
  const amount = (value: number) => formatAmount(value, currencyOf(preorder, locale));
  return (
    <Notice id="cancelled" kind="success" title={t('cancelled.title')}>
      {refund > 0 && <p>{t('cancelled.text', { amount: amount(refund) })}</p>}
      {release > 0 && <p>{t('cancel.release', { amount: amount(release) })}</p>}
    </Notice>
  );
}

/** Confirms a change and says what follows. */
export function DoneNotice({ screen: { note } }: PreorderProps) {
  return (
    note && (
      <Notice id="note" kind="success" title={note.title}>
        <p>{note.text}</p>
      </Notice>
    )
  );
}

/** Links to a page of ours. The shopper opens it, because a browser blocks tabs that open by themselves. */
export function PageNotice({ context, screen: { page } }: PreorderProps) {
  return (
    page && (
      <Notice
        id="page"
        kind="info"
        title={page.title}
        actions={
          <a class="button button--primary" href={page.url} target="_blank" rel="noopener noreferrer">
            {context.t('page.open')}
          </a>
        }
      >
        <p>{page.text}</p>
      </Notice>
    )
  );
}

/** Shown after a failed charge: the amount, the date until which the place in the queue is kept, and the way to pay. */
export function OwedNotice({ context, state, screen }: PreorderProps) {
  const { t, locale } = context;
  const preorder = currentPreorder(state);
  const { owed = 0, owedBy = '' } = screen.details ?? {};
  if (!preorder || preorder.withdrawn || owed === 0) return null;
  const amount = formatAmount(owed, currencyOf(preorder, locale));
  return (
    <Notice
      kind="warning"
      title={t('owed.title')}
      actions={
        !state.expired && (
          <Button busy={screen.busy === 'pay'} onPress={() => void findPage(context, 'pay')}>
            {t('owed.pay')}
          </Button>
        )
      }
    >
      <p>{t('owed.text', { amount })}</p>
      {owedBy && <p>{t('owed.until', { date: owedBy })}</p>}
    </Notice>
  );
}

/** Says that somebody declared to withdraw, perhaps another person, and what it means meanwhile. */
export function WithdrawnNotice({ context: { t, store }, state }: PreorderProps) {
  if (!currentPreorder(state)?.withdrawn) return null;
  return (
    <Notice kind="info">
      <p>{t('withdrawn', { store: store.name })}</p>
    </Notice>
  );
}

/** Says that a refund is delayed because the payment provider refuses it for now. The shopper has nothing to do. */
export function DelayedNotice({ context, state, screen }: PreorderProps) {
  const { t, locale } = context;
  const preorder = currentPreorder(state);
  if (!preorder || !screen.details?.refundDelayed || preorder.refunding === 0) return null;
  const amount = formatAmount(preorder.refunding, currencyOf(preorder, locale));
  return (
    <Notice kind="warning" title={t('delayed.title')}>
      <p>{t('delayed.text', { amount })}</p>
    </Notice>
  );
}

/** Says that the mail with the link is on its way and that nothing is cancelled yet. */
export function SentNotice({ context, state: { sent, expired }, screen }: PreorderProps) {
  const { t } = context;
  if (sent?.reference !== screen.reference) return null;
  return (
    <Notice
      id="sent"
      kind="info"
      title={t('sent.title')}
      actions={
        !expired && (
          <Button kind="secondary" busy={screen.busy === 'check'} onPress={() => void checkLink(context)}>
            {t('sent.check')}
          </Button>
        )
      }
    >
      <p>{t('sent.text', { email: sent.email, count: sent.minutes })}</p>
    </Notice>
  );
}

/** Explains a return when the page does not handle it: the return address and the store's contact. */
export function ReturnNotice({ context, screen }: PreorderProps) {
  const { t, store } = context;
  const { reference, returning } = screen;
  if (returning !== 'explained') return null;
  return (
    <Notice
      id="return"
      kind="info"
      title={t('return.title')}
      actions={
        <Button kind="secondary" onPress={() => closeReturn(context)}>
          {t('return.close')}
        </Button>
      }
    >
      <p>
        <OneLine text={t('return.text', { reference })} part={reference} />
      </p>
      <address>
        {store.returnAddress.split('\n').map((line) => (
          <span key={line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
      <Questions context={context} reference={reference} />
    </Notice>
  );
}
