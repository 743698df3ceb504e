import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LegalLinks } from '../../../ui/seller.tsx';
import { addressText } from '../address-text.ts';
import { markWhileCovered } from '../cover-detection.ts';
import { payButtonText } from '../pay-button-text.ts';
import { cardRequestOf } from '../payment.ts';
import { marketingTicked } from '../state.ts';
import { BeforeContract } from './before-contract.tsx';
import { Discount } from './discount.tsx';
import { HoldTimer } from './hold-timer.tsx';
import { ErrorSummary, ProblemNotice } from './messages.tsx';
import { OtherDate } from './other-date.tsx';
import { moneyOf, Plan } from './plan.tsx';
import { ProviderCardFields } from './provider-card-fields.tsx';
import { Ships } from './ships.tsx';
import { TestCardFields } from './test-card-fields.tsx';
import type { ViewProps } from './view-props.ts';

export function PaymentStep(props: ViewProps) {
  const { t } = props.context;
  return (
    <div class="step">
      <h1 id="heading" tabIndex={-1}>
        {t('step.payment')}
      </h1>
      <HoldTimer {...props} />
      <OtherDate {...props} />
      <ProblemNotice {...props} at="top" />
      <ErrorSummary {...props} />
      <Review {...props} />
      <Discount {...props} />
      <PayForm {...props} />
    </div>
  );
}

function PayForm(props: ViewProps) {
  const { context, flow, state } = props;
  const { t } = context;
  const { total = 0, dueNow = 0, marketing } = state.checkout ?? {};
  const later = dueNow === 0 && total > 0;
  const free = state.checkout?.total === 0;
  const amount = moneyOf(context)(later ? total : dueNow);
  const paying = state.busy === 'pay';
  return (
    <form
      class="step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void flow.pay();
      }}
    >
      <Plan {...props} />
      {!free && <CardFields {...props} />}
      <BeforeContract context={context} country={state.checkout?.address.country ?? ''} />
      {marketing && (
        <CheckField id="marketing" checked={marketingTicked(state)} onChecked={flow.setMarketing}>
          <bdi>{marketing.text}</bdi> <span class="field__optional">{t('optional')}</span>
        </CheckField>
      )}
      <div class="pay">
        <div class="pay__total">
          <p>{t(later ? 'due_later' : 'total_now')}</p>
          <p class="money">{amount}</p>
          <Ships {...props} />
        </div>
        <Terms {...props} />
        <InSight onCovered={flow.tellCovered}>
          <Button type="submit" wide busy={paying} describedBy={state.checkout?.byButton ? 'agreed' : undefined}>
            {!paying && !free && <Icon name="lock" />}
            {payButtonText(context, { paying })}
          </Button>
        </InSight>
        <button type="button" class="link-button" onClick={() => !state.busy && flow.back()}>
          {t('back')}
        </button>
      </div>
    </form>
  );
}

function CardFields(props: ViewProps) {
  const { context, flow, state } = props;
  const { t, card } = context;
  const refusal = <ProblemNotice {...props} at="card" />;
  if (!card || !state.checkout) return <TestCardFields {...props}>{refusal}</TestCardFields>;
  return (
    <ProviderCardFields t={t} card={card} asked={cardRequestOf(state.checkout)} edited={flow.cardEdited}>
      {refusal}
    </ProviderCardFields>
  );
}

/**
 * Ignores pointer clicks while something covers its children. A click by keyboard always counts, because only our own
 * document can have the focus then.
 */
function InSight({ onCovered, children }: { onCovered: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? markWhileCovered(box.current) : undefined), []);
  return (
    <div
      ref={box}
      class="pay__button"
      onClickCapture={(event) => {
        if (event.detail === 0 || !box.current?.hasAttribute('data-covered')) return;
        event.preventDefault();
        event.stopPropagation();
        onCovered();
      }}
    >
      {children}
    </div>
  );
}

/** What the step before has asked for, as one line that wraps: all of it can be read before it is paid. */
function Review({ context, flow, state }: ViewProps) {
  const { t } = context;
  const { checkout } = state;
  if (!checkout) return null;
  const facts = [
    { name: t('contact'), parts: [checkout.email] },
    { name: t('deliver_to'), parts: addressText(checkout.address, context.offer) },
  ];
  return (
    <div class="review">
      <dl class="review__facts">
        {facts.map(({ name, parts }) => (
          <div key={name}>
            <dt class="visually-hidden">{name}</dt>
            <dd>
              {parts.map((part, index) => (
                <Fragment key={part}>
                  {index > 0 && ' '}
                  <span class="review__part">
                    <bdi>{part}</bdi>
                    {index < parts.length - 1 && ','}
                  </span>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" class="link-button" onClick={() => !state.busy && flow.back()}>
        {t('change')}
        <span class="visually-hidden"> {facts.map(({ name }) => name).join(', ')}</span>
      </button>
    </div>
  );
}

/** Shows the consent text at the button, exactly as it is stored: beside a box, or as a sentence that names the button. */
function Terms({ context, flow, state }: ViewProps) {
  const { consentText, byButton } = state.checkout ?? {};
  return (
    <div class="consent">
      {byButton ? (
        <p id="agreed">{consentText}</p>
      ) : (
        <CheckField
          id="terms"
          required
          checked={state.termsAccepted}
          error={state.errors.terms}
          onChecked={flow.setTerms}
        >
          {consentText}
        </CheckField>
      )}
      <LegalLinks t={context.t} store={context.offer.store} />
    </div>
  );
}
