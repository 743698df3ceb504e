import { Button } from '../../../ui/button.tsx';
import { startCancelling } from '../cancelling.ts';
import { cancellable } from '../lines.ts';
import { arrangeReturn, back, lookUpAnother } from '../reading.ts';
import { currentPreorder } from '../state.ts';
import type { ViewProps } from './app.tsx';
import { CancelledNotice, ReturnNotice, SentNotice } from './detail-notices.tsx';
import { Lines } from './lines.tsx';
import { ProblemNotice } from './messages.tsx';
import { Payment } from './payment.tsx';
import { StateBadge } from './state-badge.tsx';

/** One pre-order: what happened to it, what was bought, what was paid, where it goes, and what can be done. */
export function Detail({ context, state }: ViewProps) {
  const { t, store } = context;
  const preorder = currentPreorder(state);
  if (!preorder) return null;
  const { reference } = preorder;
  return (
    <section class="detail">
      <BackButton context={context} state={state} />
      <header class="detail__head">
        <div class="card__head">
          <h1 id="heading" tabIndex={-1}>
            {preorder.product}
          </h1>
          <StateBadge t={t} state={preorder.state} />
        </div>
        <p class="card__facts">
          <span>
            {t('reference')} <span class="code">{reference}</span>
          </span>
          <span>{t('placed_on', { date: preorder.placedOn })}</span>
        </p>
      </header>
      <CancelledNotice context={context} state={state} />
      <SentNotice context={context} state={state} />
      <ProblemNotice context={context} state={state} />
      <h2>{t('items')}</h2>
      <Lines t={t} preorder={preorder} locale={context.locale} />
      <Actions context={context} state={state} />
      <ReturnNotice context={context} state={state} />
      <h2>{t('payment')}</h2>
      <Payment t={t} preorder={preorder} locale={context.locale} />
      {preorder.address.length > 0 && (
        <>
          <h2>{t('ship_to')}</h2>
          <address>
            {preorder.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          <p class="muted">
            {t('email')} {preorder.email}
          </p>
        </>
      )}
      {preorder.masked && <p class="muted">{t('masked')}</p>}
      <p class="muted">{t('questions', { store: store.name, email: store.contactEmail, reference })}</p>
    </section>
  );
}

function BackButton({ context, state }: ViewProps) {
  const { t } = context;
  const guest = state.mode === 'guest';
  return (
    <button
      type="button"
      class="link-button detail__back"
      onClick={() => (guest ? lookUpAnother(context) : back(context))}
    >
      {t(guest ? 'guest.another' : 'back')}
    </button>
  );
}

function Actions({ context, state }: ViewProps) {
  const { t } = context;
  const preorder = currentPreorder(state);
  const canCancel = preorder && !state.expired && cancellable(preorder).length > 0;
  const canReturn = preorder?.lines.some((line) => line.state === 'fulfilled');
  if (!canCancel && !canReturn) return null;
  return (
    <div class="actions">
      {canCancel && (
        <Button kind="secondary" onPress={() => startCancelling(context)}>
          {t('cancel')}
        </Button>
      )}
      {canReturn && (
        <Button kind="secondary" onPress={() => arrangeReturn(context)}>
          {t('return')}
        </Button>
      )}
    </div>
  );
}
