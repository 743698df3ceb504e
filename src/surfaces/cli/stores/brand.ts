import { Argument, type Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import { FONT_BYTES_MAX, LOGO_BYTES_MAX } from '../../../domain/brand.ts';
import * as operations from '../../../protocol/schema/admin-api/brand.ts';
import { addAskingVerb, commandFor, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import { readStart } from '../start-of-file.ts';
import { formatFields, printable } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

type AdminBrand = operations.AdminBrand;

export function addBrand(runner: VerbRunner, stores: Command): void {
  const noun = stores.command('brand').description('the look of a store’s pages and mails, and who its mails are from');
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'show', { operation: operations.getBrand, text: brandText });
  addAskingVerb(verbs, 'set', { operation: operations.updateBrand, text: brandText });
  // The service looks into the file, so any of its types will do.
  addFile(verbs, 'logo', { operation: operations.setLogo, type: 'image/png', bytesMax: LOGO_BYTES_MAX });
  addFile(verbs, 'font', { operation: operations.setFont, type: 'font/woff2', bytesMax: FONT_BYTES_MAX });
  addClear(verbs);
}

type Verbs = { noun: Command; runner: VerbRunner };
type BrandFile = {
  operation: typeof operations.setLogo | typeof operations.setFont;
  type: string;
  bytesMax: number;
};

function addFile({ noun, runner }: Verbs, name: string, { operation, type, bytesMax }: BrandFile): void {
  const { command } = commandFor(noun, `${name} <file>`, { operation });
  command.option(...KEY_OPTION);
  defineAskingVerb(runner, command, async ({ ask, store }, { args: [path = ''] }) => {
    const { data } = await ask(operation, {}, { type, bytes: await readStart(path, bytesMax) });
    return { data, text: brandText(data, store) };
  });
}

const FIELDS = ['accent', 'ground', 'ground_dark', 'radius', 'sender_name', 'reply_to'] as const;

const optionName = (field: string): string => field.replaceAll('_', '-');

function addClear({ noun, runner }: Verbs): void {
  const parts = [...FIELDS.map(optionName), 'logo', 'font', 'all'];
  const command = noun
    .command('clear')
    .description('give up parts of its own, or “all”')
    .addArgument(new Argument('<parts...>', 'which').choices(parts))
    .option(...KEY_OPTION);
  defineAskingVerb(runner, command, async ({ ask, store }, { args }) => {
    const names = (part: string) => args.includes(part) || args.includes('all');
    const fields = FIELDS.filter((field) => names(optionName(field)));
    await ask(operations.updateBrand, Object.fromEntries(fields.map((field) => [field, null])));
    if (names('logo')) await ask(operations.removeLogo, {});
    if (names('font')) await ask(operations.removeFont, {});
    const { data } = await ask(operations.getBrand, {});
    return { data, text: brandText(data, store) };
  });
}

function brandText(brand: AdminBrand, store: Store): string {
  const { logo, font } = brand;
  return formatFields([
    ['Accent', brand.accent ?? 'ours'],
    ['Ground', brand.ground ?? 'ours'],
    ['Ground, dark', brand.ground_dark ?? 'ours'],
    ['Corners', brand.radius === null ? 'ours' : `${brand.radius} pixels`],
    ['Logo', logo ? `${logo.width} × ${logo.height}, ${logo.url}` : 'none'],
    ['Font', font ? `weight ${weights(font)}, ${font.url}` : 'the system’s'],
    ['Mails from', brand.sender_name ?? `${printable(store.name)} (the store)`],
    ['Answers to', brand.reply_to ?? `${store.contactEmail} (the contact)`],
  ]);
}

function weights({ weight_min, weight_max }: NonNullable<AdminBrand['font']>): string {
  return weight_min === weight_max ? `${weight_min}` : `${weight_min} to ${weight_max}`;
}
