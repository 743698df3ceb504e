import type {
  StripeExpressCheckoutElementShippingAddressChangeEvent as AddressEvent,
  StripeExpressCheckoutElementClickEvent as ClickEvent,
  StripeExpressCheckoutElementConfirmEvent as ConfirmEvent,
  Stripe,
  StripeElements,
} from '@stripe/stripe-js';
import type { CheckoutView, Price } from '../../../../protocol/schema/frame-api.ts';
import type { Context } from '../state.ts';
import type { WalletSteps } from '../wallet-loader.ts';
import { consentOf, TERMS_ID } from './agreement.ts';
import { formFrom } from './contact.ts';
import { createElement, goodsOf, optionsOf } from './elements.ts';
import { sheetOf } from './sheet.ts';

export type WalletParts = {
  stripe: Stripe;
  context: Context;
  steps: WalletSteps;
};

/** A wallet's visit: what its sheet has shown last, and whether it was approved. */
type Visit = WalletParts & { elements: StripeElements; shown: Price | null; isPaying: boolean };

/** Shows the wallets' buttons. Returns what removes them; a payment that was approved goes on. */
export function mountExpress(parts: WalletParts, place: HTMLElement): () => void {
  const { elements, element } = createElement(parts.stripe, parts.context, place);
  const visit: Visit = { ...parts, elements, shown: null, isPaying: false };
  let isRemoved = false;
  const removed = () => isRemoved && !visit.isPaying && element.destroy();
  element.on('click', (event) => void open(visit, event));
  element.on('shippingaddresschange', (event) => void priceAt(visit, event));
  element.on('confirm', async (event) => {
    if (visit.isPaying) return;
    visit.isPaying = true;
    await confirm(visit, event).finally(() => {
      visit.isPaying = false;
      removed();
    });
  });
  element.on('cancel', () => showReason(parts.context));
  element.mount(place);
  return () => {
    isRemoved = true;
    removed();
  };
}

/** Opens the wallet once the shopper has agreed. The amounts of delivery and tax come when the wallet names a place. */
async function open(visit: Visit, event: ClickEvent): Promise<void> {
  const { context, elements } = visit;
  const { state, set, t } = context;
  if (state().busy || visit.isPaying) return event.reject();
  const { walletTerms } = state();
  if (walletTerms.text !== consentOf(context)) {
    set({ walletTerms: { ...walletTerms, error: t('error.terms') } });
    document.getElementById(TERMS_ID)?.focus();
    return event.reject();
  }
  const goods = goodsOf(context);
  visit.shown = null;
  set({ problem: null, errors: {} });
  await elements.update(optionsOf(context, goods));
  const price = { subtotal: goods, discount: 0, shipping: 0, tax: 0, total: goods, pricesIncludeTax: true };
  const dueNow = context.offer.plan.kind === 'pay_later' ? 0 : goods;
  event.resolve(sheetOf(context, { ...price, dueNow }));
}

/** Prices delivery and tax at the place that the wallet names, and refuses a place to which the store does not ship. */
async function priceAt(visit: Visit, { address, resolve, reject }: AddressEvent): Promise<void> {
  const { context, elements } = visit;
  const { offer, api, state } = context;
  const { checkout, form } = state();
  const answer = await api.price({
    key: offer.key,
    variantId: form.variantId,
    quantity: form.quantity,
    country: address.country,
    region: address.state,
    postalCode: address.postal_code,
    city: address.city,
    discountCode: checkout?.discountCode ?? null,
    checkoutId: checkout?.id ?? null,
  });
  if (!answer.ok) return reject();
  visit.shown = answer.value;
  await elements.update(optionsOf(context, answer.value.dueNow));
  resolve(sheetOf(context, answer.value));
}

/** Holds the units for the wallet's shopper, and pays if all is as the wallet has shown it. Before that nothing is charged. */
async function confirm(visit: Visit, event: ConfirmEvent): Promise<void> {
  const { context, steps } = visit;
  const { state, set, t } = context;
  const form = formFrom(state().form, event, context.offer);
  set({ form, touched: new Set([...Object.keys(form.address), 'email']) });
  const view = await steps.hold();
  if (!view) return event.paymentFailed(reasonOf(context));
  const amountsChanged = view.total !== visit.shown?.total || view.dueNow !== visit.shown.dueNow;
  if (amountsChanged || view.walletConsent !== state().walletTerms.text) {
    event.paymentFailed({ reason: 'fail', message: amountsChanged ? t('changed.title') : otherDate(context, view) });
    return steps.look(view, amountsChanged);
  }
  const token = await makeToken(visit).catch(() => null);
  if (token !== null) return steps.payByWallet(token);
  const problem = { title: t('declined.title'), text: t('declined.not_paid') };
  event.paymentFailed({ reason: 'invalid_payment_data', message: problem.text });
  set({ problem, focus: { on: 'problem' } });
}

/** Returns a token for the wallet's card; null when there is none, or the wallet has something else than a card. */
async function makeToken({ stripe, elements }: Visit): Promise<string | null> {
  const { error } = await elements.submit();
  if (error) return null;
  const { confirmationToken } = await stripe.createConfirmationToken({ elements });
  return confirmationToken?.payment_method_preview.type === 'card' ? confirmationToken.id : null;
}

function otherDate({ t, offer }: Context, view: CheckoutView): string {
  const before = offer.variants.find(({ id }) => id === view.variantId)?.ships ?? '';
  return t('ships_other', { window: view.ships, before });
}

/** Returns what the wallet says when the units were not held. The page behind it says the same, with what can be done. */
function reasonOf({ state, t }: Context): Parameters<ConfirmEvent['paymentFailed']>[0] {
  const { errors, problem, screen } = state();
  const [field = ''] = Object.keys(errors);
  const ended = screen === 'sold_out' || screen === 'in_stock' || screen === 'closed' ? t(`${screen}.title`) : '';
  const message = problem?.title ?? errors[field] ?? ended;
  if (field === 'country') return { reason: 'address_unserviceable', message };
  if (field !== '' && field !== 'email') return { reason: 'invalid_shipping_address', message };
  return { reason: 'fail', message };
}

/** Moves the focus to what has to be corrected, which the wallet has covered until now. */
function showReason({ state, set }: Context): void {
  const { errors, problem } = state();
  if (problem) set({ focus: { on: 'problem' } });
  else if (Object.keys(errors).length > 0) set({ focus: { on: 'errors' } });
}
