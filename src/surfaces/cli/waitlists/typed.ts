import { Option } from 'commander';
import { AppError } from '../../../domain/error.ts';
import type { TypedField } from '../asking.ts';
import { collect, parseAssignment } from '../values.ts';

const option = (flags: string, words: string) => (isMandatory: boolean) =>
  new Option(flags, words).makeOptionMandatory(isMandatory);

/** A ship window, typed as its two days. */
export const SHIP_WINDOW: TypedField = {
  options: [option('--ships-from <day>', 'such as 2026-09-01'), option('--ships-until <day>', 'such as 2026-09-15')],
  read({ shipsFrom: from, shipsUntil: until }) {
    if (from === undefined && until === undefined) return undefined;
    if (from !== undefined && until !== undefined) return { from, until };
    const param = from === undefined ? 'ships_from' : 'ships_until';
    const message = 'A ship window has two days: --ships-from and --ships-until.';
    throw new AppError('missing_parameter', message, { param });
  },
};

/** Returns the field of variants with one number each, typed as `--variant AUR-M=200`; what is sold may have its price: `AUR-M=200@129.00`. */
export function variantsWith(number: 'allocated' | 'arrived', words: string): TypedField {
  const repeatable = (isMandatory: boolean) =>
    option('--variant <sku-or-id=units>', `${words}; repeatable`)(isMandatory).argParser(collect);
  return {
    options: [repeatable],
    read: ({ variant = [] }) =>
      (variant as string[]).map((text) => {
        const { name, value } = parseAssignment(text, 'variant');
        return { variant: name, ...(number === 'arrived' ? { arrived: wholeFrom(value) } : allocationFrom(value)) };
      }),
  };
}

const assignments = (flags: string, words: string) => (isMandatory: boolean) =>
  option(flags, `${words}; repeatable`)(isMandatory).argParser(collect);

type VariantTerms = { variant: string; allocated?: number; price?: string; compare_at_price?: string | null };

/** The terms of variants, each number an option: `--variant AUR-M=200@129.00`, `--price AUR-M=129.00`, `--compare-at AUR-M=none`. */
const VARIANTS: TypedField = {
  options: [
    assignments('--variant <sku-or-id=units[@price]>', 'units of one variant, such as AUR-M=200@129.00'),
    assignments('--price <sku-or-id=amount>', 'another price than in the catalogue'),
    assignments('--compare-at <sku-or-id=amount>', 'a struck price, or none to remove it'),
  ],
  read(options) {
    const given = (name: string) =>
      ((options[name] ?? []) as string[]).map((text) =>
        parseAssignment(text, name === 'compareAt' ? 'compare-at' : name),
      );
    const variants: VariantTerms[] = given('variant').map(({ name, value }) => ({
      variant: name,
      ...allocationFrom(value),
    }));
    const termsOf = (name: string) => {
      const known = variants.find(({ variant }) => variant === name) ?? { variant: name };
      if (!variants.includes(known)) variants.push(known);
      return known;
    };
    for (const { name, value } of given('price')) termsOf(name).price = value;
    for (const { name, value } of given('compareAt')) {
      termsOf(name).compare_at_price = value === 'none' ? null : value;
    }
    return variants.length > 0 ? variants : undefined;
  },
};

/** The terms of a waitlist that a person types otherwise than a program. */
export const TERMS: Record<string, TypedField> = {
  ship_window: SHIP_WINDOW,
  every_variant: {
    options: [option('--all <units[@price]>', 'the same for every variant of the product')],
    read: ({ all }) => (all === undefined ? undefined : allocationFrom(all as string)),
  },
  variants: VARIANTS,
};

export const OF_A_NEW_WAITLIST: Record<string, TypedField> = {
  ...TERMS,
  deposit_refundable: {
    options: [
      option('--deposit-refundable', 'a shopper who cancels gets the deposit back; so it is if left out'),
      option(
        '--no-deposit-refundable',
        'they do not get it back; a consumer who withdraws where the law lets them gets everything back',
      ),
    ],
    read: ({ depositRefundable }) => depositRefundable,
  },
};

/** Reads `200` or `200@129.00`: units, and a price if it differs from the catalogue's. */
function allocationFrom(text: string) {
  const [units = '', price] = text.split('@', 2);
  return { allocated: wholeFrom(units), ...(price !== undefined && { price }) };
}

function wholeFrom(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new AppError('invalid_parameter', `“${text.slice(0, 40)}” is no whole number of units.`, { param: 'variant' });
}
