import { useState } from 'preact/hooks';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { countryOf, quantityMax } from '../form.ts';
import { currencyOf } from '../texts.ts';
import { AddressFields } from './address-fields.tsx';
import { EmailField } from './email-field.tsx';
import { HoldTimer } from './hold-timer.tsx';
import { ErrorSummary, ProblemNotice } from './messages.tsx';
import { Ships } from './ships.tsx';
import type { ViewProps } from './view-props.ts';
import { WalletSlot } from './wallet-slot.tsx';

export function ShippingStep(props: ViewProps) {
  const { context, flow, state } = props;
  const { t } = context;
  return (
    <form
      class="step"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void flow.submit();
      }}
    >
      <h1 id="heading" tabIndex={-1}>
        {t('step.shipping')}
      </h1>
      <HoldTimer {...props} />
      <ProblemNotice {...props} />
      <ErrorSummary {...props} />
      <Choice {...props} />
      <WalletSlot {...props} at="head" />
      <fieldset class="group">
        <legend>{t('contact')}</legend>
        <EmailField {...props} />
      </fieldset>
      <AddressFields {...props} />
      <DeliveryCost {...props} />
      <Button type="submit" wide busy={state.busy === 'hold'}>
        {t(state.busy === 'hold' ? 'continuing' : 'continue')}
      </Button>
      <Ships {...props} />
      <WalletSlot {...props} at="end" />
    </form>
  );
}

/** Asks for the quantity, and for the variant unless the page has named it. */
function Choice({ context, flow, state }: ViewProps) {
  const { t, offer } = context;
  const { variantId, quantity } = state.form;
  const variant = offer.variants.find(({ id }) => id === variantId);
  const max = quantityMax(offer, variant);
  const asksVariant = state.touched.has('variantId') || !variant;
  const [lowered, setLowered] = useState(false);
  return (
    <div class="group">
      {asksVariant && (
        <SelectField
          id="variantId"
          label={t('variant')}
          placeholder={t('variant.choose')}
          value={variantId}
          options={offer.variants.map(({ id, title }) => ({ value: id, text: title }))}
          error={state.errors.variantId}
          onValue={(value) => flow.edit('variantId', value)}
          onLeave={() => flow.leave('variantId')}
        />
      )}
      <div class="quantity">
        <label class="field__label" for="quantity">
          {t('quantity')}
        </label>
        <Stepper
          id="quantity"
          value={quantity}
          min={1}
          max={Math.max(max, quantity)}
          less={t('quantity.less')}
          more={t('quantity.more')}
          describedBy="quantity-hint"
          onValue={(value) => {
            setLowered(false);
            flow.setQuantity(value);
          }}
          onLowered={() => setLowered(true)}
        />
        <p class="field__hint" id="quantity-hint" role="status">
          {lowered && t('quantity.lowered', { count: quantity })}
          {!lowered && variant && quantityHint({ left: variant.left, limit: offer.limitPerCustomer }, t)}
        </p>
      </div>
    </div>
  );
}

// With more units left than this, the shopper need not hurry and sees no number.
const FEW = 5;

function quantityHint({ left, limit }: { left: number; limit: number | null }, t: ViewProps['context']['t']): string {
  const hints = [];
  if (left === 0) hints.push(t('quantity.none_left'));
  else if (left <= FEW) hints.push(t('quantity.left', { count: left }));
  if (limit !== null && left > 0) hints.push(t('quantity.limit', { count: limit }));
  return hints.join(' ');
}

function DeliveryCost({ context, state }: ViewProps) {
  const { t, offer } = context;
  const country = countryOf(offer, state.form.address.country);
  if (!country) return null;
  const amount = country.shipping === 0 ? t('free') : formatAmount(country.shipping, currencyOf(context));
  return (
    <p class="delivery">
      <span>{t('delivery_to', { country: country.name })}</span>
      <span class="money">{amount}</span>
    </p>
  );
}
