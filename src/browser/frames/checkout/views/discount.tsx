import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { formatAmount } from '../../../ui/money.ts';
import { currencyOf } from '../texts.ts';
import type { ViewProps } from './view-props.ts';

/** Shows the applied code, or a collapsed field for one. Shows nothing if the store has no discount codes. */
export function Discount(props: ViewProps) {
  const { context, flow, state } = props;
  const { checkout, discount } = state;
  if (!checkout) return null;
  if (checkout.discountCode !== null) return <Applied {...props} />;
  if (!context.offer.takesDiscounts) return null;
  if (discount.open) return <CodeForm {...props} />;
  return (
    <button type="button" class="link-button" onClick={flow.openDiscount}>
      {context.t('discount.open')}
    </button>
  );
}

function Applied({ context, flow, state }: ViewProps) {
  const { t } = context;
  const { discountCode, discount = 0 } = state.checkout ?? {};
  return (
    <p class="discount">
      <span>
        {t('discount.label')} <strong>{discountCode}</strong>
      </span>
      <span class="money">−{formatAmount(discount, currencyOf(context))}</span>
      <button
        type="button"
        id="discount-remove"
        class="link-button"
        onClick={() => !state.busy && void flow.removeDiscount()}
      >
        {t('discount.remove')}
        <span class="visually-hidden"> {t('discount.label')}</span>
      </button>
    </p>
  );
}

function CodeForm({ context, flow, state }: ViewProps) {
  const { t } = context;
  const applying = state.busy === 'discount';
  return (
    <form
      class="discount-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void flow.applyDiscount();
      }}
    >
      <TextField
        id="discountCode"
        label={t('discount.label')}
        optional={t('optional')}
        value={state.discount.text}
        error={state.discount.error}
        onValue={flow.editDiscount}
        onLeave={() => {}}
        attributes={{ autoComplete: 'off', autoCapitalize: 'characters', maxLength: 60 }}
      />
      <Button type="submit" kind="secondary" busy={applying}>
        {t(applying ? 'discount.applying' : 'discount.apply')}
      </Button>
    </form>
  );
}
