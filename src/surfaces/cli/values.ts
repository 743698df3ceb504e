import { InvalidArgumentError, Option } from 'commander';
import { AppError } from '../../domain/error.ts';

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
