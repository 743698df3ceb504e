import { Button } from '../../../ui/button.tsx';
import { startAddress } from '../addressing.ts';
import { startCancelling } from '../cancelling.ts';
import { findPage, saveReceipt } from '../details.ts';
import { cancellable } from '../lines.ts';
import { arrangeReturn, back, lookUpAnother } from '../reading.ts';
import { currentPreorder } from '../state.ts';
import { startSwapping } from '../swapping.ts';
import { startWriting } from '../writing.ts';
import {
  CancelledNotice,
  DelayedNotice,
  DoneNotice,
  OwedNotice,
  PageNotice,
  ReturnNotice,
  SentNotice,
} from './detail-notices.tsx';
import { Lines } from './lines.tsx';
import { ProblemNotice } from './messages.tsx';
import { Payment } from './payment.tsx';
import { History, Question } from './promises.tsx';
import { Questions } from './questions.tsx';
import { StateBadge } from './state-badge.tsx';
import type { ViewProps } from './view-props.ts';

type PreorderProps = ViewProps<'preorder'>;

/** One pre-order: its notices, line items, actions, payment and delivery. */
export function Detail({ context, state, screen }: PreorderProps) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder) return null;
  const { reference, details } = screen;
  const places = new Map(details?.places.map(({ lineItemId, place }) => [lineItemId, place]));
  return (
    <section class="detail">
      <BackButton context={context} state={state} screen={screen} />
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
      <CancelledNotice context={context} state={state} screen={screen} />
      <DoneNotice context={context} state={state} screen={screen} />
      <PageNotice context={context} state={state} screen={screen} />
      <SentNotice context={context} state={state} screen={screen} />
      <ProblemNotice context={context} state={state} screen={screen} />
      <OwedNotice context={context} state={state} screen={screen} />
      <DelayedNotice context={context} state={state} screen={screen} />
      {details && <Question context={context} state={state} screen={screen} details={details} />}
      <h2>{t('items')}</h2>
      <Lines
        t={t}
        preorder={preorder}
        places={places}
        locale={context.locale}
        onSwap={details?.swaps && !state.expired ? (line) => void startSwapping(context, line) : null}
      />
      <Actions context={context} state={state} screen={screen} />
      <ReturnNotice context={context} state={state} screen={screen} />
      <h2>{t('payment')}</h2>
      <Payment t={t} preorder={preorder} locale={context.locale} />
      <Card context={context} state={state} screen={screen} />
      <Delivery context={context} state={state} screen={screen} />
      {details && <History context={context} state={state} screen={screen} details={details} />}
      {preorder.masked && <p class="muted">{t('masked')}</p>}
      <Questions context={context} reference={reference} />
    </section>
  );
}

function BackButton({ context, state }: PreorderProps) {
  const { t } = context;
  if (context.begun) return null;
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

/** The kept card for the balance, and the way to change it. */
function Card({ context, state, screen }: PreorderProps) {
  const { t } = context;
  const card = screen.details?.card;
  if (!card) return null;
  return (
    <>
      <h2>{t('card')}</h2>
      <p>
        {card.name} {card.expires && <span class="muted">{t('card.expires', { date: card.expires })}</span>}
      </p>
      {!state.expired && (
        <button type="button" class="link-button detail__back" onClick={() => void findPage(context, 'card')}>
          {t('card.change')}
        </button>
      )}
    </>
  );
}

function Delivery({ context, state }: PreorderProps) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder || preorder.address.length === 0) return null;
  return (
    <>
      <h2>{t('ship_to')}</h2>
      <address>
        {preorder.address.map((line) => (
          <span key={line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
      <p class="muted">
        {t('email')} {preorder.email}
      </p>
      {preorder.movable && !state.expired && (
        <button type="button" class="link-button detail__back" onClick={() => void startAddress(context)}>
          {t('address.change')}
        </button>
      )}
    </>
  );
}

function Actions({ context, state, screen }: PreorderProps) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder || state.expired) return null;
  return (
    <div class="actions">
      {cancellable(preorder).length > 0 && (
        <Button kind="secondary" onPress={() => startCancelling(context)}>
          {t('cancel')}
        </Button>
      )}
      {preorder.lines.some((line) => line.state === 'fulfilled') && (
        <Button kind="secondary" onPress={() => arrangeReturn(context)}>
          {t('return')}
        </Button>
      )}
      <Button kind="secondary" busy={screen.busy === 'receipt'} onPress={() => void saveReceipt(context)}>
        {t('receipt')}
      </Button>
      <Button kind="secondary" onPress={() => startWriting(context)}>
        {t('write')}
      </Button>
    </div>
  );
}
