import type { Command } from 'commander';
import { setSafety } from '../../../core/catalog/commands/safety.ts';
import { readSafety } from '../../../core/catalog/queries/safety.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { ProductSafety, SafetyParty } from '../../../domain/product-safety.ts';
import { safetyJson } from '../../merchant-json/safety.ts';
import { formatFields, printable } from '../terminal.ts';
import { collect, parseAssignment } from '../values.ts';
import { type Answer, defineStoreVerb, type VerbRunner } from '../verb.ts';
import { readProduct } from './find.ts';

type SafetyOptions = {
  makerName?: string;
  makerAddress?: string;
  makerContact?: string;
  responsibleName?: string;
  responsibleAddress?: string;
  responsibleContact?: string;
  warning?: string[];
  remove?: boolean;
};

const NOTHING: ProductSafety = { maker: null, responsible: null, warnings: {} };

/** Adds `safety`: who made a product, who answers for it in the EU, and its warnings. */
export function addSafety(runner: VerbRunner, products: Command): void {
  const safety = products
    .command('safety')
    .argument('<handle-or-id>', 'the product')
    .description('show or set what shoppers must read of a product’s safety; what you set goes before the catalogue')
    .option('--maker-name <name>', 'who made it')
    .option('--maker-address <address>', 'the postal address; `\\n` begins a line')
    .option('--maker-contact <address>', 'an e-mail or web address')
    .option('--responsible-name <name>', 'who answers for it in the EU, or “none” where the maker is there')
    .option('--responsible-address <address>', 'the postal address; `\\n` begins a line')
    .option('--responsible-contact <address>', 'an e-mail or web address')
    .option('--warning <language=text>', 'warnings and safety information in a language; repeatable', collect)
    .option('--remove', 'forget what was set: shoppers read what the catalogue says');
  defineStoreVerb<SafetyOptions>(runner, safety, async (deps, { store, options, args: [name = ''] }) => {
    const product = await readProduct(deps.db, store, name);
    const key = { storeId: store.id, productId: product.id };
    const { hand, catalogue } = await readSafety(deps.db, key);
    if (options.remove) await setSafety(deps, key, NOTHING);
    else if (saysSomething(options)) await setSafety(deps, key, changed(hand ?? catalogue ?? NOTHING, options));
    return answer(deps, { store, product });
  });
}

const saysSomething = (options: SafetyOptions) => Object.values(options).some((value) => value !== undefined);

function changed(before: ProductSafety, options: SafetyOptions): ProductSafety {
  const given = (options.warning ?? []).map((text) => parseAssignment(text, 'warning'));
  return {
    maker: partyFrom(before.maker, {
      name: options.makerName,
      address: options.makerAddress,
      contact: options.makerContact,
    }),
    responsible:
      options.responsibleName === 'none'
        ? null
        : partyFrom(before.responsible, {
            name: options.responsibleName,
            address: options.responsibleAddress,
            contact: options.responsibleContact,
          }),
    warnings: { ...before.warnings, ...Object.fromEntries(given.map(({ name, value }) => [name, value])) },
  };
}

type GivenParty = { [Field in keyof SafetyParty]: string | undefined };

function partyFrom(before: SafetyParty | null, { name, address, contact }: GivenParty): SafetyParty | null {
  if (name === undefined && address === undefined && contact === undefined) return before;
  return {
    name: name ?? before?.name ?? '',
    address: address?.replaceAll('\\n', '\n') ?? before?.address ?? '',
    contact: contact ?? before?.contact ?? '',
  };
}

async function answer(
  { db }: Pick<Deps, 'db'>,
  { store, product }: { store: Store; product: Product },
): Promise<Answer> {
  const entries = await readSafety(db, { storeId: store.id, productId: product.id });
  const shown = entries.hand ?? entries.catalogue;
  const party = (named: SafetyParty | null) =>
    named ? [named.name, named.address.replaceAll('\n', ', '), named.contact].map(printable).join(', ') : '';
  const fields = formatFields([
    ['Maker', party(shown?.maker ?? null)],
    ['In the EU', party(shown?.responsible ?? null)],
    ...Object.entries(shown?.warnings ?? {}).map(([language, text]): [string, string] => [
      `Warnings (${language})`,
      printable(text),
    ]),
    ['Said by', shown === null ? '' : entries.hand ? 'a person' : 'the catalogue'],
  ]);
  const text = shown ? fields : 'Shoppers read nothing of its safety.';
  return { data: safetyJson(product, entries), text: `${printable(product.title)}\n\n${text}` };
}
