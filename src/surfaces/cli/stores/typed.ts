import { Option } from 'commander';
import { AppError } from '../../../domain/error.ts';
import { parsePercentage } from '../../../domain/part.ts';
import type { TypedField } from '../asking.ts';
import { collect, parseAssignment } from '../values.ts';

const MILLIONTHS_PER_PERCENT = 10_000;

/** Returns the field of a list, one entry an option. `none` empties it. */
function listOf(
  name: string,
  flags: string,
  { words, read }: { words: string; read(text: string): unknown },
): TypedField {
  const option = new Option(flags, `${words}; repeatable, replaces the whole list, none empties it`).argParser(collect);
  return {
    options: [() => option],
    read({ [name]: given }) {
      const texts = given as string[] | undefined;
      return texts?.length === 1 && texts[0] === 'none' ? [] : texts?.map(read);
    },
  };
}

const shipping = listOf('shipping', '--shipping <country=amount>', {
  words: 'flat shipping, such as DE=4.90',
  read(text) {
    const { name: country, value: amount } = parseAssignment(text, 'shipping');
    return { country, amount };
  },
});

const tax = listOf('tax', '--tax <place=percent>', {
  words: 'such as DE=19%, or CA-QC=14.975% for a region',
  read(text) {
    const { name, value } = parseAssignment(text, 'tax');
    const [country = '', ...rest] = name.split('-');
    return { country, region: rest.join('-'), percent: parsePercentage(value, 4, 'tax') / MILLIONTHS_PER_PERCENT };
  },
});

const { options: textOptions, read: readTexts } = listOf('marketingTexts', '--marketing-texts <language=words>', {
  words: 'the text of that box, such as de="Ja, schicken Sie mir …"',
  // Splits at the first `=`, because the text may contain one.
  read(text) {
    const at = text.indexOf('=');
    if (at < 1) throw refusedText(`“${text.slice(0, 80)}” of --marketing-texts is not LANGUAGE=WORDS.`);
    return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1)];
  },
});

const marketing_texts: TypedField = {
  options: textOptions,
  read(options) {
    const words = readTexts(options) as [language: string, words: string][] | undefined;
    const languages = new Set(words?.map(([language]) => language));
    if (words && languages.size < words.length) throw refusedText('Give one text for the box in each language.');
    return words && Object.fromEntries(words);
  },
};

const refusedText = (message: string) => new AppError('invalid_parameter', message, { param: 'marketing_texts' });

/** Returns the field of an address. Shell arguments are single lines, so `\n` is typed for a line break. */
const address = (which: 'legal' | 'return', words: string): TypedField => ({
  options: [
    (isMandatory) =>
      new Option(`--${which}-address <text>`, `${words}; \\n begins a new line`).makeOptionMandatory(isMandatory),
  ],
  read: ({ [`${which}Address`]: given }) => (given as string | undefined)?.replaceAll('\\n', '\n'),
});

/** The settings that a person types otherwise than a program. */
export const SETTINGS: Record<string, TypedField> = {
  legal_address: address('legal', 'the address of the seller'),
  return_address: address('return', 'where returns go; in a new store the legal address'),
  shipping,
  tax,
  marketing_texts,
};

const mode = new Option('--mode <mode>', 'never changes').choices(['test', 'live']).default('test');
const taxOnTop = new Option('--no-prices-include-tax', 'tax is added to the prices');

export const OF_A_NEW_STORE: Record<string, TypedField> = {
  ...SETTINGS,
  mode: { options: [() => mode], read: (options) => options.mode },
  prices_include_tax: { options: [() => taxOnTop], read: ({ pricesIncludeTax }) => pricesIncludeTax },
};
