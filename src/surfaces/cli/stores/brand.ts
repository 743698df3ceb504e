import { Argument, type Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import type { BrandChanges } from '../../../core/stores/commands/brand.ts';
import { readStore } from '../../../core/stores/queries.ts';
import {
  BRAND_PARTS,
  FONT_BYTES_MAX,
  LOGO_BYTES_MAX,
  LOGO_SIDE_MAX,
  LOGO_SIDE_MIN,
  RADIUS_MAX,
} from '../../../domain/brand.ts';
import { AppError } from '../../../domain/error.ts';
import type { AdminBrand } from '../../../protocol/schema/admin-api/brand.ts';
import { readStart } from '../start-of-file.ts';
import { formatFields, printable } from '../terminal.ts';
import { numberIn } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type VerbRunner } from '../verb.ts';

type LookOptions = {
  accent?: string;
  ground?: string;
  groundDark?: string;
  radius?: number;
  senderName?: string;
  replyTo?: string;
};

const KIB = 1024;

// Loaded when a verb changes or shows a brand: the others of `stores` need none of it.
const loadCommands = () => import('../../../core/stores/commands/brand.ts');
const loadJson = () => import('../../merchant-json/brand.ts');

export function addBrand(runner: VerbRunner, stores: Command): void {
  const brand = stores
    .command('brand')
    .description('the look of a store’s pages and mails, and who its mails are from');

  const show = brand.command('show').description('what the store has of its own');
  defineStoreReading(runner, show, (deps, { store }) => brandAnswer(deps, store.id));

  const set = brand
    .command('set')
    .description('change the given parts; a colour in which something could not be read is refused')
    .option('--accent <colour>', 'of buttons and links: # and six hexadecimal digits; a dark screen gets a lighter one')
    .option('--ground <colour>', 'of the page, a pale one')
    .option('--ground-dark <colour>', 'of the page on a screen that is set to dark, a deep one')
    .option('--radius <pixels>', `of corners, 0 to ${RADIUS_MAX}`, numberIn({ min: 0, max: RADIUS_MAX }))
    .option('--sender-name <text>', 'the name that mails are from (default: the name of the store)')
    .option('--reply-to <email>', 'where answers to mails go (default: the contact of the store)');
  defineStoreVerb<LookOptions>(runner, set, async (deps, { store, options }) => {
    const { updateBrand } = await loadCommands();
    await updateBrand(deps, store.id, changesFrom(options));
    return brandAnswer(deps, store.id);
  });
  addFiles(runner, brand);

  const names = BRAND_PARTS.map(optionName);
  const clear = brand
    .command('clear')
    .description('give up parts of its own, or “all”')
    .addArgument(new Argument('<parts...>', 'which').choices([...names, 'all']));
  defineStoreVerb(runner, clear, async (deps, { store, args }) => {
    const parts = args.includes('all') ? BRAND_PARTS : BRAND_PARTS.filter((part) => args.includes(optionName(part)));
    const { updateBrand } = await loadCommands();
    await updateBrand(deps, store.id, Object.fromEntries(parts.map((part) => [part, null])));
    return brandAnswer(deps, store.id);
  });
}

function addFiles(runner: VerbRunner, brand: Command): void {
  const logo = brand
    .command('logo')
    .description(
      `set the logo: PNG, JPEG or WebP of at most ${LOGO_BYTES_MAX / KIB} KiB, ${LOGO_SIDE_MIN} to ${LOGO_SIDE_MAX} pixels a side`,
    )
    .argument('<file>');
  defineStoreVerb(runner, logo, async (deps, { store, args: [path = ''] }) => {
    const { setLogo } = await loadCommands();
    await setLogo(deps, store.id, await readStart(path, LOGO_BYTES_MAX));
    return brandAnswer(deps, store.id);
  });
  const font = brand
    .command('font')
    .description(`set the font: WOFF2 or WOFF of at most ${FONT_BYTES_MAX / KIB} KiB, which you may publish`)
    .argument('<file>');
  defineStoreVerb(runner, font, async (deps, { store, args: [path = ''] }) => {
    const { setFont } = await loadCommands();
    await setFont(deps, store.id, await readStart(path, FONT_BYTES_MAX));
    return brandAnswer(deps, store.id);
  });
}

const optionName = (part: string): string => part.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function changesFrom(options: LookOptions): BrandChanges {
  const parts = ['accent', 'ground', 'groundDark', 'radius', 'senderName', 'replyTo'] as const;
  const given = parts.filter((part) => options[part] !== undefined);
  if (given.length > 0) return Object.fromEntries(given.map((part) => [part, options[part]]));
  throw new AppError('missing_parameter', 'Say what to set: see ./service stores brand set --help.');
}

async function brandAnswer({ db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>, storeId: string): Promise<Answer> {
  const store = await readStore(db, storeId);
  const { brandJson } = await loadJson();
  const data = brandJson(store, baseUrl);
  const { logo, font } = data;
  return {
    data,
    text: formatFields([
      ['Accent', data.accent ?? 'ours'],
      ['Ground', data.ground ?? 'ours'],
      ['Ground, dark', data.ground_dark ?? 'ours'],
      ['Corners', data.radius === null ? 'ours' : `${data.radius} pixels`],
      ['Logo', logo ? `${logo.width} × ${logo.height}, ${logo.url}` : 'none'],
      ['Font', font ? `weight ${weights(font)}, ${font.url}` : 'the system’s'],
      ['Mails from', data.sender_name ?? `${printable(store.name)} (the store)`],
      ['Answers to', data.reply_to ?? `${store.contactEmail} (the contact)`],
    ]),
  };
}

function weights({ weight_min, weight_max }: NonNullable<AdminBrand['font']>): string {
  return weight_min === weight_max ? `${weight_min}` : `${weight_min} to ${weight_max}`;
}
