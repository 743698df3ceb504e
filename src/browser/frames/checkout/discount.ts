import type { CheckoutRequest, CheckoutView } from '../../../protocol/schema/frame-api.ts';
import { formatAmount } from '../../ui/money.ts';
import type { Refusal } from '../api-client.ts';
import { isGone } from './api.ts';
import { type Context, createIntents } from './state.ts';
import { currencyOf } from './texts.ts';

/** The field for a discount code. A pre-order can have one code. */
export type DiscountField = {
  openDiscount(): void;
  editDiscount(text: string): void;
  applyDiscount(): Promise<void>;
  removeDiscount(): Promise<void>;
};

type DiscountEnds = {
  /** Takes over the service's view of the checkout. */
  accept(view: CheckoutView): void;
  completed(view: CheckoutView): void;
  expired(): void;
  paying(): Promise<void>;
};

export function createDiscountField(context: Context, ends: DiscountEnds): DiscountField {
  const { state, set, t } = context;
  const change = (changes: Partial<ReturnType<typeof state>['discount']>) =>
    set({ discount: { ...state().discount, ...changes } });
  const request = createRequest(context, ends);
  return {
    openDiscount() {
      change({ open: true });
      set({ focus: { on: 'discountCode' } });
    },
    editDiscount: (text) => change({ text, error: undefined }),
    async applyDiscount() {
      const code = state().discount.text.trim();
      if (code === '') return set(refused(context, t('error.discount_missing')));
      const view = await request(code);
      if (!view) return;
      const values = { code: view.discountCode ?? code, amount: formatAmount(view.discount, currencyOf(context)) };
      set({
        discount: { open: false, text: '', error: undefined },
        announcement: t('discount.applied', values),
        focus: { on: 'discount-remove' },
      });
    },
    async removeDiscount() {
      if (!(await request(null))) return;
      change({ open: true });
      set({ announcement: t('discount.removed'), focus: { on: 'discountCode' } });
    },
  };
}

/** Holds the units of the checkout again, with a code or without. Returns null on a failure, after it has shown it. */
function createRequest(context: Context, ends: DiscountEnds): (code: string | null) => Promise<CheckoutView | null> {
  const { state, set, api, offer, document } = context;
  const intents = createIntents();
  return async (discountCode) => {
    const { checkout, busy, lineItemProperties } = state();
    if (busy || !checkout) return null;
    const { variantId, quantity, email, address } = checkout;
    const held = { key: offer.key, variantId, quantity, email, address, locale: document.locale };
    const body: CheckoutRequest = { ...held, lineItemProperties, discountCode };
    set({ busy: 'discount', problem: null, announcement: context.t('discount.applying') });
    const answer = await api.replaceHold(checkout, body, intents.keyFor(body));
    set({ busy: null });
    intents.answered();
    if (!answer.ok) {
      await explain(context, answer.refusal, ends);
      return null;
    }
    ends.accept(answer.value);
    return answer.value;
  };
}

async function explain(context: Context, refusal: Refusal, ends: DiscountEnds): Promise<void> {
  const { state, set, api, t } = context;
  const { code } = refusal;
  const text = discountProblem(context, refusal);
  if (text !== null) return set(refused(context, text));
  const { checkout } = state();
  if (code === 'payment_in_progress') return ends.paying();
  if (checkout && isGone(code)) return ends.expired();
  if (checkout && code === 'checkout_completed') {
    const answer = await api.read(checkout);
    if (answer.ok) return ends.completed(answer.value);
  }
  const key = code === 'network' || code === 'rate_limited' ? code : 'unavailable_now';
  set({ problem: { title: t(`${key}.title`), text: t(`${key}.text`) }, focus: { on: 'problem' } });
}

function refused({ state }: Context, error: string) {
  return { discount: { ...state().discount, open: true, error }, focus: { on: 'discountCode' } as const };
}

const PROBLEMS: Record<string, string> = {
  discount_not_found: 'error.discount_not_found',
  discount_expired: 'error.discount_expired',
  discount_used_up: 'error.discount_used_up',
  discount_minimum: 'error.discount_minimum',
  discount_not_applicable: 'error.discount_not_applicable',
};

/** Returns a text that says why the code is refused, or null if the refusal has another reason. */
export function discountProblem(context: Context, { code, data }: Refusal): string | null {
  const key = PROBLEMS[code];
  if (key === undefined) return null;
  return context.t(key, { amount: formatAmount(Number(data.minimum ?? 0), currencyOf(context)) });
}
