import type { Stripe, StripeElements, StripeExpressCheckoutElement } from '@stripe/stripe-js';
import { appearanceOf } from '../card-look.ts';
import { type CardRequest, elementsOptions } from '../provider-card.ts';
import type { Context } from '../state.ts';

const BUTTON_HEIGHT = 48;

// Wallets that leave the page for another one, or that are no cards; the payment would refuse them.
const OTHERS = { amazonPay: 'never', klarna: 'never', paypal: 'never' } as const;

export type Express = { elements: StripeElements; element: StripeExpressCheckoutElement };

/** Creates the wallets' buttons for what is chosen. They are not mounted yet. */
export function createElement(stripe: Stripe, context: Context, place: HTMLElement): Express {
  const { countries } = context.offer;
  const appearance = appearanceOf(place);
  const theme = appearance.theme === 'night' ? 'white' : 'black';
  const elements = stripe.elements({
    ...optionsOf(context, goodsOf(context)),
    allowedPaymentMethodTypes: ['card'],
    appearance,
  });
  const element = elements.create('expressCheckout', {
    allowedShippingCountries: countries.map(({ code }) => code),
    buttonHeight: BUTTON_HEIGHT,
    buttonTheme: { applePay: theme, googlePay: theme },
    buttonType: { applePay: 'order', googlePay: 'order' },
    emailRequired: true,
    paymentMethods: OTHERS,
    phoneNumberRequired: countries.some(({ address }) => address.needsPhone === true),
    shippingAddressRequired: true,
  });
  return { elements, element };
}

/** The price of the goods alone, as far as it is known before the wallet has named a place. */
export function goodsOf({ offer, state }: Context): number {
  const { variantId, quantity } = state().form;
  const variant = offer.variants.find(({ id }) => id === variantId) ?? offer.variants[0];
  return (variant?.price ?? 0) * quantity;
}

/** The provider's options for a payment of which so much is due now. */
export function optionsOf({ offer }: Context, dueNow: number) {
  const { plan, currency, script } = offer;
  const amount = plan.kind === 'pay_later' ? 0 : dueNow;
  const asked: CardRequest = { amount, currency, keeps: plan.kind !== 'pay_now' };
  return elementsOptions(asked, script?.amountScale ?? 1);
}
