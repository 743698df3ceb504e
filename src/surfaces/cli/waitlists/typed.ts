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

/** Reads `200` or `200@129.00`: units, and a price if it differs from the catalogue's. */
function allocationFrom(text: string) {
  const [units = '', price] = text.split('@', 2);
  return { allocated: wholeFrom(units), ...(price !== undefined && { price }) };
}

function wholeFrom(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new AppError('invalid_parameter', `“${text.slice(0, 40)}” is no whole number of units.`, { param: 'variant' });
}
