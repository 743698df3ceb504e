import type { Command } from 'commander';
import {
  type AdminSafety,
  getProductSafety,
  type SafetyEntry,
  setProductSafety,
} from '../../../protocol/schema/admin-api/safety.ts';
import { commandFor, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import { formatFields, printable } from '../terminal.ts';
import { collect, parseAssignment } from '../values.ts';
import type { VerbRunner } from '../verb.ts';

type SafetyOptions = {
  makerName?: string;
  makerAddress?: string;
  makerContact?: string;
  responsibleName?: string;
  responsibleAddress?: string;
  responsibleContact?: string;
  warning?: string[];
  remove?: boolean;
  store?: string;
  key?: string;
};

type Party = NonNullable<SafetyEntry['maker']>;

const NOTHING: SafetyEntry = { maker: null, responsible_person: null, warnings: {} };

/** Adds `safety`: who made a product, who answers for it in the EU, and its warnings. */
export function addSafety(runner: VerbRunner, noun: Command): void {
  const { command, inputFrom } = commandFor(noun, 'safety <product-id>', { operation: getProductSafety });
  command
    .description('show or set what shoppers must read of a product’s safety; what you set goes before the catalogue')
    .addHelpText('after', `In the private API: ${setProductSafety.id}`)
    .option('--maker-name <name>', 'who made it')
    .option('--maker-address <address>', 'the postal address; `\\n` begins a line')
    .option('--maker-contact <address>', 'an e-mail or web address')
    .option('--responsible-name <name>', 'who answers for it in the EU, or “none” where the maker is there')
    .option('--responsible-address <address>', 'the postal address; `\\n` begins a line')
    .option('--responsible-contact <address>', 'an e-mail or web address')
    .option('--warning <language=text>', 'warnings and safety information in a language; repeatable', collect)
    .option('--remove', 'forget what was set: shoppers read what the catalogue says')
    .option(...KEY_OPTION);
  defineAskingVerb<SafetyOptions>(runner, command, async ({ ask }, given) => {
    const { options } = given;
    const input = inputFrom(given);
    const { data } = await ask(getProductSafety, input);
    if (!saysSomething(options)) return { data, text: safetyText(data) };
    const entry = options.remove ? NOTHING : changed(data.hand ?? data.catalogue ?? NOTHING, options);
    const done = await ask(setProductSafety, { ...input, ...entry });
    return { data: done.data, text: safetyText(done.data) };
  });
}

const saysSomething = ({ store: _, key: __, ...options }: SafetyOptions) =>
  Object.values(options).some((value) => value !== undefined);

function changed(before: SafetyEntry, options: SafetyOptions): SafetyEntry {
  const given = (options.warning ?? []).map((text) => parseAssignment(text, 'warning'));
  return {
    maker: partyFrom(before.maker, {
      name: options.makerName,
      address: options.makerAddress,
      contact: options.makerContact,
    }),
    responsible_person:
      options.responsibleName === 'none'
        ? null
        : partyFrom(before.responsible_person, {
            name: options.responsibleName,
            address: options.responsibleAddress,
            contact: options.responsibleContact,
          }),
    warnings: { ...before.warnings, ...Object.fromEntries(given.map(({ name, value }) => [name, value])) },
  };
}

type GivenParty = { [Field in keyof Party]: string | undefined };

function partyFrom(before: Party | null, { name, address, contact }: GivenParty): Party | null {
  if (name === undefined && address === undefined && contact === undefined) return before;
  return {
    name: name ?? before?.name ?? '',
    address: address?.replaceAll('\\n', '\n') ?? before?.address ?? '',
    contact: contact ?? before?.contact ?? '',
  };
}

function safetyText({ product, shown, hand, catalogue }: AdminSafety): string {
  const entry = hand ?? catalogue;
  if (!entry) return `${printable(product.product_code)}\n\nShoppers read nothing of its safety.`;
  const party = (named: Party | null) =>
    named ? [named.name, named.address.replaceAll('\n', ', '), named.contact].map(printable).join(', ') : '';
  const fields = formatFields([
    ['Maker', party(entry.maker)],
    ['In the EU', party(entry.responsible_person)],
    ...Object.entries(entry.warnings).map(([language, text]): [string, string] => [
      `Warnings (${language})`,
      printable(text),
    ]),
    ['Said by', shown === 'hand' ? 'a person' : 'the catalogue'],
  ]);
  return `${printable(product.product_code)}\n\n${fields}`;
}
