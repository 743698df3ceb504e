import type { operations } from '../../../../../packages/admin-client/src/index.ts';
import { type Fault, wrongField } from '../../requests/fault.ts';
import type { Product, Waitlist } from '../../requests/kinds.ts';
import { t } from '../../texts.ts';
import { decimal } from '../../ui/format.ts';

export type NewDiscount = operations['createDiscount']['requestBody']['content']['application/json'];

/** A discount code as it is typed in. */
export type Draft = {
  code: string;
  kind: 'percent' | 'amount';
  value: string;
  minimum: string;
  validFor: 'all' | 'product' | 'waitlist';
  product: Product | undefined;
  waitlist: Waitlist | undefined;
  starts: string;
  ends: string;
  uses: string;
};

/** What each part of the form needs. */
export type PartProps = { draft: Draft; set: (values: Partial<Draft>) => void; fault: Fault | undefined };

export const emptyDraft: Draft = {
  code: '',
  kind: 'percent',
  value: '',
  minimum: '',
  validFor: 'all',
  product: undefined,
  waitlist: undefined,
  starts: '',
  ends: '',
  uses: '',
};

/** Returns what the service is sent. It checks the values once more. */
export function discountOf(draft: Draft): NewDiscount {
  const { code, kind, value, minimum, validFor, product, waitlist, starts, ends, uses } = draft;
  return {
    code: code.trim(),
    off: kind === 'percent' ? { percent: Number(decimal(value)) } : { amount: decimal(value) },
    ...(minimum.trim() !== '' && { minimum: decimal(minimum) }),
    ...(starts !== '' && { starts_at: starts }),
    ...(ends !== '' && { ends_at: ends }),
    ...(uses.trim() !== '' && { uses_max: Number(uses) }),
    ...(validFor === 'product' && product && { product_id: product.id }),
    ...(validFor === 'waitlist' && waitlist && { waitlist_id: waitlist.id }),
  };
}

// The fields with words of their own for what is wrong in them, in the order of the form.
const FIELDS = ['code', 'off', 'minimum', 'product_id', 'waitlist_id', 'starts_at', 'ends_at', 'uses_max'] as const;
export type Field = (typeof FIELDS)[number];

/** Returns the field that a refusal is about; undefined where it is about none. */
export function fieldOf({ param = '' }: Fault): Field | undefined {
  const [name = ''] = param.split('.');
  return FIELDS.find((field) => field === name);
}

/** Returns a refusal with the words of this form, at its field. */
export function atField(fault: Fault): Fault {
  const field = fieldOf(fault);
  const own = fault.code === 'invalid_parameter' || fault.code === 'invalid_dates';
  if (field === undefined) return fault;
  const words = own ? t(`discounts.wrong.${field}`) : undefined;
  return { ...fault, param: field, ...(words !== undefined && { text: words, said: undefined }) };
}

/** Returns what is plainly wrong before anything is sent: the first field in the order of the form. */
export function wrongIn(draft: Draft): Fault | undefined {
  const { code, kind, value, minimum, uses, validFor } = draft;
  const number = Number(decimal(value));
  const wrong: Partial<Record<(typeof FIELDS)[number], boolean>> = {
    code: !/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u.test(code.replace(/\s+/g, '')),
    off: value.trim() === '' || !(number > 0) || (kind === 'percent' && number > 100),
    minimum: minimum.trim() !== '' && !(Number(decimal(minimum)) >= 0),
    product_id: validFor === 'product' && draft.product === undefined,
    waitlist_id: validFor === 'waitlist' && draft.waitlist === undefined,
    uses_max: uses.trim() !== '' && !/^[1-9]\d*$/.test(uses.trim()),
  };
  const field = FIELDS.find((one) => wrong[one]);
  if (field === undefined) return undefined;
  return wrongField(field, t(`discounts.wrong.${field}`));
}

// Without those that are mistaken for each other when somebody reads a code aloud.
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const INVENTED_LENGTH = 8;

/** Invents a code that is hard to guess. */
export function inventCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(INVENTED_LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}
