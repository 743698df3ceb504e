import { confirmFirst } from '../details.ts';
import { currentPreorder } from '../state.ts';
import { startWriting } from '../writing.ts';
import { Actions } from './actions.tsx';
import {
  CancelledNotice,
  DelayedNotice,
  DoneNotice,
  OwedNotice,
  PageNotice,
  ReturnNotice,
  SentNotice,
  WithdrawnNotice,
} from './detail-notices.tsx';
import { Lines } from './lines.tsx';
import { ProblemNotice } from './messages.tsx';
import { Payment } from './payment.tsx';
import { History, Question } from './promises.tsx';
import { Questions } from './questions.tsx';
import { StoreMessages } from './store-messages.tsx';
import type { ViewProps } from './view-props.ts';

type PreorderProps = ViewProps<'preorder'>;

/** One pre-order: what was just done, what waits for the shopper, the line items with their dates, what can be done, and the facts. */
export function Detail(props: PreorderProps) {
  const { context, state, screen } = props;
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder) return null;
  const { reference, details } = screen;
  const isAsked = details?.question?.chosen === null;
  const question = details && <Question {...props} details={details} />;
  return (
    <section class="detail">
      <header>
        <h1 id="heading" tabIndex={-1}>
          <bdi>{preorder.product}</bdi>
        </h1>
        <p class="facts">
          <span class="code">{reference}</span>
          <span>{t('placed_on', { date: preorder.placedOn })}</span>
        </p>
      </header>
      <CancelledNotice {...props} />
      <DoneNotice {...props} />
      <PageNotice {...props} />
      <SentNotice {...props} />
      <ProblemNotice {...props} />
      <WithdrawnNotice {...props} />
      <OwedNotice {...props} />
      {isAsked && question}
      <Lines {...props} />
      <DelayedNotice {...props} />
      {!isAsked && question}
      <Actions {...props} />
      <ReturnNotice {...props} />
      <div class="columns">
        <section class="column">
          <h2>{t('payment')}</h2>
          <Payment t={t} preorder={preorder} locale={context.locale} />
          <Card {...props} />
        </section>
        <Delivery {...props} />
      </div>
      {details && <StoreMessages {...props} details={details} />}
      {details && <History {...props} details={details} />}
      {preorder.masked && (
        <p class="muted">
          {t('masked')}{' '}
          {!state.expired && (
            <button type="button" class="link-button" onClick={() => confirmFirst(context, screen)}>
              {t('masked.show')}
            </button>
          )}
        </p>
      )}
      <Questions context={context} reference={reference} />
    </section>
  );
}

/** The kept card for the balance. */
function Card({ context: { t }, screen }: PreorderProps) {
  const card = screen.details?.card;
  if (!card) return null;
  return (
    <div>
      <h3>{t('card')}</h3>
      <p>
        {card.name} {card.expires && <span class="muted">{t('card.expires', { date: card.expires })}</span>}
      </p>
      <p class="muted">{card.declined}</p>
    </div>
  );
}

function Delivery({ context, state }: PreorderProps) {
  const { t } = context;
  const preorder = currentPreorder(state);
  if (!preorder || preorder.address.length === 0) return null;
  return (
    <section class="column">
      <h2>{t('ship_to')}</h2>
      <address>
        {preorder.address.map((line) => (
          <span key={line}>
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
      <p class="muted">
        {t('email')} <bdi>{preorder.email}</bdi>{' '}
        {!preorder.masked && !state.expired && (
          <button type="button" class="link-button" onClick={() => startWriting(context)}>
            {t('email.wrong')}
          </button>
        )}
      </p>
    </section>
  );
}
