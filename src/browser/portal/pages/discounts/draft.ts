import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import type { Fault } from '../../requests/fault.ts';
import type { Product, Waitlist } from '../../requests/kinds.ts';
import type { FormModel } from '../../requests/use-form.ts';
import { t } from '../../texts.ts';
import { decimal, isAmount } from '../../ui/format.ts';

export type NewDiscount = operations['createDiscount']['requestBody']['content']['application/json'];

/** A discount code as it is typed in. */
export type Draft = {
  code: string;
  kind: 'percent' | 'amount';
  off: string;
  minimum: string;
  'valid-for': 'all' | 'product' | 'waitlist';
  product_id: Product | undefined;
  waitlist_id: Waitlist | undefined;
  starts_at: string;
  ends_at: string;
  uses_max: string;
};

/** What each part of the form needs. */
export type PartProps = { form: FormModel<Draft> };

export const emptyDraft: Draft = {
  code: '',
  kind: 'percent',
  off: '',
  minimum: '',
  'valid-for': 'all',
  product_id: undefined,
  waitlist_id: undefined,
  starts_at: '',
  ends_at: '',
  uses_max: '',
};

/** Returns what the service is sent. It checks the values once more. */
export function discountOf(draft: Draft): NewDiscount {
  const { code, kind, off, minimum, 'valid-for': validFor, product_id: product, waitlist_id: waitlist } = draft;
  const { starts_at: starts, ends_at: ends, uses_max: uses } = draft;
  return {
    code: code.trim(),
    off: kind === 'percent' ? { percent: Number(decimal(off)) } : { amount: decimal(off) },
    ...(minimum.trim() !== '' && { minimum: decimal(minimum) }),
    ...(starts !== '' && { starts_at: starts }),
    ...(ends !== '' && { ends_at: ends }),
    ...(uses.trim() !== '' && { uses_max: Number(uses) }),
    ...(validFor === 'product' && product && { product_id: product.id }),
    ...(validFor === 'waitlist' && waitlist && { waitlist_id: waitlist.id }),
  };
}

// The fields with words of their own for what is wrong in them.
const FIELDS = ['code', 'off', 'minimum', 'product_id', 'waitlist_id', 'starts_at', 'ends_at', 'uses_max'] as const;

/** Returns a refusal with the words of this form, at its field. */
export function atField(fault: Fault): Fault {
  const [name = ''] = fault.param?.split('.') ?? [];
  const field = FIELDS.find((one) => one === name);
  if (field === undefined) return fault;
  const own = fault.code === 'invalid_parameter' || fault.code === 'invalid_dates';
  return { ...fault, param: field, ...(own && { text: t(`discounts.wrong.${field}`), said: undefined }) };
}

/** Says what is plainly wrong before anything is sent. */
export function wrongIn(draft: Draft): Record<string, string | false> {
  const { code, kind, off, minimum, uses_max: uses, 'valid-for': validFor } = draft;
  const number = Number(decimal(off));
  const wrong = {
    code: !/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(code.replace(/\s+/g, '')),
    off: off.trim() === '' || !(number > 0) || (kind === 'percent' && number > 100),
    minimum: minimum.trim() !== '' && !isAmount(minimum),
    product_id: validFor === 'product' && draft.product_id === undefined,
    waitlist_id: validFor === 'waitlist' && draft.waitlist_id === undefined,
    uses_max: uses.trim() !== '' && !/^[1-9]\d*$/.test(uses.trim()),
  };
  const named = FIELDS.map((field) => [field, field in wrong && wrong[field as keyof typeof wrong]] as const);
  return Object.fromEntries(named.map(([field, isWrong]) => [field, isWrong && t(`discounts.wrong.${field}`)]));
}

// Without those that are mistaken for each other when somebody reads a code aloud.
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const INVENTED_LENGTH = 8;

/** Invents a code that is hard to guess. */
export function inventCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(INVENTED_LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
