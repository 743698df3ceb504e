import { Input, type InputProps } from './form.tsx';
import { wrongDecimal } from './format.ts';

type AmountProps = Omit<InputProps, 'type' | 'wrong'> & {
  /** Left out of a rate. */
  currency?: string | undefined;
};

/** A labelled field for an amount or a rate, with decimals and groups of digits as people of the reader's language write them. */
export function Amount({ currency, ...field }: AmountProps) {
  return <Input {...field} inputMode="decimal" wrong={(typed) => wrongDecimal(typed, currency)} />;
}
