import { InvalidArgumentError, Option } from 'commander';
import { AppError } from '../../domain/error.ts';
import { type Minor, parseMoney } from '../../domain/money.ts';

/** Collects the values of a repeatable option. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** Returns a parser for whole numbers in a range. Its error names the range. */
export function numberIn({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

function numberTo(max: number): (text: string) => number {
  return numberIn({ min: 1, max });
}

/** Returns the option for the page size of a list. */
export function limitOption(max: number, fallback: number): Option {
  return new Option('--limit <n>', `how many, at most ${max}`).argParser(numberTo(max)).default(fallback);
}

/** Returns a parser for a limit or `none`. It keeps the text `none`, because commander would turn null into ''. */
export function numberOrNone(range: { min: number; max: number }): (text: string) => number | 'none' {
  const number = numberIn(range);
  return (text) => (text === 'none' ? text : number(text));
}

/** Parses `NAME=VALUE`. Splits at the last `=`, because a SKU may contain one and an amount cannot. */
export function parseAssignment(text: string, option: string): { name: string; value: string } {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1) {
    throw new AppError('invalid_parameter', `“${text.slice(0, 80)}” of --${option} is not NAME=VALUE.`, {
      param: option.replaceAll('-', '_'),
    });
  }
  return { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

/** Parses `500` or `500@129.00`: units, and a price if it differs from the catalogue's. */
export function parseAllocation(text: string, currency: string): { allocation: number; price?: Minor } {
  const match = /^(\d+)(?:@(.+))?$/.exec(text);
  if (!match) {
    throw new AppError('invalid_parameter', `“${text.slice(0, 40)}” is not units, such as 200 or 200@129.00.`, {
      param: 'variant',
    });
  }
  const units = { allocation: Number(match[1]) };
  return match[2] === undefined ? units : { ...units, price: parseMoney(match[2], currency) };
}
