import type { Stripe } from '@stripe/stripe-js';
import type { Context } from '../state.ts';
import { createElement } from './elements.ts';

/** Returns whether there is a wallet for this shopper: shows the provider's buttons where nobody sees them, and asks. */
export function findWallets(stripe: Stripe, context: Context): Promise<boolean> {
  const place = document.createElement('div');
  place.inert = true;
  place.style.cssText = 'position:absolute;block-size:0;overflow:hidden;visibility:hidden';
  document.body.append(place);
  const { element } = createElement(stripe, context, place);
  return new Promise<boolean>((resolve) => {
    element.on('ready', ({ availablePaymentMethods }) => resolve(availablePaymentMethods !== undefined));
    element.on('loaderror', () => resolve(false));
    element.mount(place);
  }).finally(() => {
    element.destroy();
    place.remove();
  });
}
