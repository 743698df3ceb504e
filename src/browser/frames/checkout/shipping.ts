import type { CheckoutRequest, CheckoutView } from '../../../protocol/schema/frame-api.ts';
import type { AddressParts } from '../../../protocol/wire/address.ts';
import type { CustomerData } from '../../../protocol/wire/customer-data.ts';
import { isPassing, type Refusal } from '../api-client.ts';
import { isGone } from './api.ts';
import { discountProblem } from './discount.ts';
import {
  type FieldErrors,
  fieldOfParam,
  prefill,
  type ShippingForm,
  shippingErrors,
  tidyForm,
  unservedCountry,
} from './form.ts';
import { type Context, createIntents, type Problem } from './state.ts';

/** The first step: variant, quantity, contact and address. It ends with a hold. */
export type ShippingStep = {
  edit(field: 'email' | 'variantId' | keyof AddressParts, value: string): void;
  setQuantity(quantity: number): void;
  /** Called when a field loses the focus: its error is shown then, not while the shopper is typing. */
  leave(field: string): void;
  /** Fills untouched fields with the page's customer data, which may arrive at any time, while the step is shown. */
  prefill(data: CustomerData): void;
  submit(): Promise<void>;
  /** Holds the units for a wallet's shopper. Null when that is refused; the reason is then shown. */
  hold(): Promise<CheckoutView | null>;
};

/** The outcomes of the step. */
export type ShippingEnds = {
  /** The units are held. */
  held(view: CheckoutView): void;
  /** The units are already held, for exactly this form. */
  unchanged(): void;
  completed(view: CheckoutView): void;
  /** A payment is under way, so nothing can be changed until its outcome is known. */
  paying(): Promise<void>;
};

export function createShippingStep(context: Context, ends: ShippingEnds): ShippingStep {
  const { state, set, offer, t } = context;
  const hold = createHold(context, ends, (quantity, keep) => {
    setQuantity(quantity);
    void submit(keep);
  });
  async function submit(keep?: Keep) {
    const held = await hold(keep);
    if (held?.isNew) ends.held(held.view);
    else if (held) ends.unchanged();
  }
  /** Customer data that arrived during the request for a hold. It is filled in after that request. */
  let late: CustomerData | null = null;
  const fill = (data: CustomerData) => {
    const { form, touched, errors } = state();
    const country = touched.has('country') ? '' : unservedCountry(data, offer, context.document.locale);
    set({
      form: prefill(form, data, { touched, offer }),
      consentedBefore: data.consentedToMarketing ? (data.email ?? '').trim() : null,
      ...(country && { errors: { ...errors, country: t('error.unserved', { country }) } }),
    });
  };
  function setQuantity(quantity: number) {
    set({ form: { ...state().form, quantity } });
  }
  /** Computes the shown errors again, because another country has other fields and names for them. */
  const refreshErrors = (form: ShippingForm, shown: FieldErrors): FieldErrors => {
    const all = Object.entries(shippingErrors(form, offer, t));
    return Object.fromEntries(all.filter(([field]) => field in shown));
  };
  return {
    edit(field, value) {
      const { touched, errors } = state();
      const form = withField(state().form, field, value);
      const { [field]: _, ...others } = errors;
      const shown = field === 'country' ? refreshErrors(form, others) : others;
      set({ form, touched: new Set(touched).add(field), errors: shown });
    },
    setQuantity,
    leave(field) {
      const { form, errors } = state();
      const error = shippingErrors(form, offer, t)[field];
      const empty = !(field in form.address ? form.address[field as keyof AddressParts] : form.email);
      if (error && !empty) set({ errors: { ...errors, [field]: error } });
    },
    prefill(data) {
      const { screen, busy } = state();
      if (busy === 'hold') late = data;
      else if (screen === 'waiting' || screen === 'shipping') fill(data);
    },
    async hold() {
      const held = await hold();
      return held?.view ?? null;
    },
    async submit() {
      await submit();
      if (late && state().screen === 'shipping') fill(late);
      late = null;
    },
  };
}

function withField(form: ShippingForm, field: string, value: string): ShippingForm {
  return field in form.address
    ? { ...form, address: { ...form.address, [field]: value } }
    : { ...form, [field]: value };
}

/** `code` is false to drop the discount code of the held checkout. */
type Keep = { code: boolean };

/** `isNew` is false if exactly this was held already; no request was sent then. */
type HoldResult = { view: CheckoutView; isNew: boolean };

/** Asks for the hold of what the form says. Resolves with null when it was refused, after showing why. */
function createHold(
  context: Context,
  ends: ShippingEnds,
  submitWith: (quantity: number, keep?: Keep) => void,
): (keep?: Keep) => Promise<HoldResult | null> {
  const { state, set, api, session } = context;
  const intents = createIntents();
  let held: { body: string; view: CheckoutView } | null = null;
  return async function hold({ code } = { code: true }) {
    if (state().busy) return null;
    const errors = shippingErrors(state().form, context.offer, context.t);
    if (Object.keys(errors).length > 0) {
      set({ errors, problem: null, focus: { on: 'errors' } });
      return null;
    }
    const checkout = state().checkout;
    const body = requestBody(context, code ? (checkout?.discountCode ?? null) : null);
    if (checkout && held?.view.id === checkout.id && held.body === JSON.stringify(body)) {
      return { view: held.view, isNew: false };
    }
    const intent = intents.keyFor(body);
    if (!checkout) session.write({ pendingHold: { intent, body } });
    set({ busy: 'hold', problem: null, errors: {}, announcement: context.t('continuing') });
    const answer = await (checkout ? api.replaceHold(checkout, body, intent) : api.hold(body, intent));
    set({ busy: null });
    if (answer.ok || !isPassing(answer.refusal)) {
      intents.answered();
      session.write({ pendingHold: undefined });
    }
    if (!answer.ok) {
      const withoutCode = () => submitWith(state().form.quantity, { code: false });
      await explainRefusal(context, answer.refusal, { ends, submitWith, withoutCode });
      return null;
    }
    held = { body: JSON.stringify(body), view: answer.value };
    return { view: answer.value, isNew: true };
  };
}

function requestBody({ state, offer, document }: Context, discountCode: string | null): CheckoutRequest {
  const { form, lineItemProperties } = state();
  const { variantId, quantity, email, address } = tidyForm(form, offer);
  const { locale } = document;
  return { key: offer.key, variantId, quantity, email, address, locale, lineItemProperties, discountCode };
}

type RefusalActions = { ends: ShippingEnds; submitWith: (quantity: number) => void; withoutCode: () => void };

/** Shows why the hold was refused and offers a way around it if there is one. */
async function explainRefusal(context: Context, refusal: Refusal, actions: RefusalActions): Promise<void> {
  const { ends, submitWith, withoutCode } = actions;
  const { state, show, t } = context;
  const { code, param, data } = refusal;
  const codeProblem = discountProblem(context, refusal);
  const field = code === 'country_not_shipped' ? 'country' : fieldOfParam(param);
  if (code === 'waitlist_not_open' || code === 'unknown_variant') show('closed');
  else if (code === 'in_stock') show('in_stock');
  else if (code === 'sold_out' && !data.left) show('sold_out');
  else if (state().checkout && isGone(code)) await beginAgain(context, actions);
  else if (code === 'payment_in_progress') await ends.paying();
  else if (codeProblem !== null) {
    const offer = { text: t('discount.without'), act: withoutCode };
    stay(context, { problem: { title: codeProblem, offer }, focus: { on: 'problem' } });
  } else if (field) {
    const text = t(field === 'country' ? 'error.country' : 'error.refused');
    stay(context, { errors: { [field]: text }, focus: { on: 'errors' } });
  } else stay(context, { problem: holdProblem(context, refusal, submitWith), focus: { on: 'problem' } });
}

/** Handles a hold that has ended: unless it was paid meanwhile, the same request makes a new hold. */
async function beginAgain({ state, set, api, session }: Context, { ends, submitWith }: RefusalActions): Promise<void> {
  const { checkout, form } = state();
  const answer = checkout && (await api.read(checkout));
  if (answer?.ok && answer.value.state === 'completed') return ends.completed(answer.value);
  session.clear();
  set({ checkout: null, holdEndsAt: null });
  submitWith(form.quantity);
}

function stay({ state, set, show }: Context, changes: Parameters<Context['set']>[0]): void {
  if (state().screen === 'shipping') set(changes);
  else show('shipping', changes);
}

function holdProblem(
  { t, state, document }: Context,
  refusal: Refusal,
  submitWith: (quantity: number) => void,
): Problem {
  const { code, data } = refusal;
  const left = Number(data.left ?? 0);
  const again = { text: t('try_again'), act: () => submitWith(state().form.quantity) };
  const fewer = { text: t('take_fewer', { count: left }), act: () => submitWith(left) };
  const until = timeOf(data.back_at, document.locale);
  switch (code) {
    case 'sold_out':
      return { title: t('sold_out.some_title', { count: left }), text: t('sold_out.some_text'), offer: fewer };
    case 'held_by_others':
      return {
        title: left > 0 ? t('held.some_title', { count: left }) : t('held.title'),
        text: until ? t('held.text_until', { time: until }) : t('held.text'),
        offer: left > 0 ? fewer : again,
      };
    case 'limit_per_customer': {
      const limit = Number(data.limit ?? 0);
      if (left > 0) return { title: t('limit.title', { count: limit }), offer: fewer };
      return { title: t('limit.title', { count: limit }), text: t('limit.text') };
    }
    case 'too_many_holds':
      return { title: t('too_many_holds.title'), text: t('too_many_holds.text'), offer: again };
    case 'rate_limited':
      return { title: t('rate_limited.title'), text: t('rate_limited.text'), offer: again };
    case 'network':
      return { title: t('network.title'), text: t('network.text'), offer: again };
    default:
      return { title: t('unavailable_now.title'), text: t('unavailable_now.text'), offer: again };
  }
}

/** Formats a moment of the service (ISO 8601 text or milliseconds) as a time of day; '' for none. */
function timeOf(moment: string | number | boolean | null | undefined, locale: string): string {
  const date = new Date(typeof moment === 'string' || typeof moment === 'number' ? moment : Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  // English without a country is read worldwide, and most of the world has a 24-hour clock. Dates have the same rule.
  const writing = locale === 'en' ? 'en-GB' : locale;
  return new Intl.DateTimeFormat(writing, { hour: 'numeric', minute: '2-digit' }).format(date);
}
